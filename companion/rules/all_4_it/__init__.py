"""All 4 It: two players, a 5 x 5 grid, pieces red on one side and white on the other."""
