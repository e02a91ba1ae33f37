"""The campaigns of `make prove`, at the share that every change can afford."""

import pytest

from tests import campaigns


@pytest.mark.parametrize("name", campaigns.names())
def test_every_promise_is_kept_at_a_share_of_the_campaign(name: str, seed: int) -> None:
    campaign = campaigns.load(name)
    outcomes = campaign.run(seed, campaign.SHARE)
    assert outcomes, f"the campaign {name} promises nothing"
    broken = [f"{promise}: {figure}" for promise, kept, figure in outcomes if not kept]
    assert not broken, f"seed {seed}: " + "; ".join(broken)


@pytest.mark.parametrize("name", campaigns.names())
def test_the_share_is_a_part_of_the_whole(name: str) -> None:
    campaign = campaigns.load(name)
    assert 0 < campaign.SHARE <= campaign.WHOLE
