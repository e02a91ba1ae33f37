// node run.mjs FOLDER MODULE NUMBER…: MODULE.main(NUMBER…) of FOLDER/tests/firmware on MicroPython with 30-bit ticks.
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
import fs from "node:fs";
import path from "node:path";

const [folder, module, ...numbers] = process.argv.slice(2);
const micropython = await loadMicroPython({ heapsize: 32 << 20, stdout: (line) => console.log(line) });

function lay(from, to) {
    micropython.FS.mkdir(to);
    for (const one of fs.readdirSync(from, { withFileTypes: true })) {
        const source = path.join(from, one.name);
        if (one.isDirectory() && !["__pycache__", "ticks30"].includes(one.name)) lay(source, `${to}/${one.name}`);
        else if (/\.(py|json)$/.test(one.name)) micropython.FS.writeFile(`${to}/${one.name}`, fs.readFileSync(source));
    }
}

micropython.FS.mkdir("/home/box");
lay(path.join(folder, "firmware"), "/home/box/firmware");
micropython.FS.mkdir("/home/box/tests");
lay(path.join(folder, "tests/firmware"), "/home/box/tests/firmware");
micropython.runPython(`
import sys, time
sys.path.insert(0, "/home/box")
assert time.ticks_add(0, -1) == 0x3FFFFFFF, "these ticks are not 30 bits wide"
import tests.firmware.${module} as module
print("faults", module.main(${numbers.map(Number).join(", ")}))
`);
