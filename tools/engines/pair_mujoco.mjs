// Two steel balls head on in MuJoCo from npm, the touch in the middle of a step. Takes the module
// and the file of a model; prints the speed at which they part, or the version where there is no
// model.

import { readFileSync } from "node:fs";

const [module, file] = process.argv.slice(2);
const mujoco = await (await import(module)).default();
if (file === undefined) {
    console.log(mujoco.mj_versionString());
} else {
    const model = mujoco.MjModel.from_xml_string(readFileSync(file, "utf8"));
    const data = new mujoco.MjData(model);
    const step = model.opt.timestep;
    const second = model.jnt_dofadr[1];
    data.qpos[0] -= 0.5 * step;
    data.qvel[0] = 1;
    for (let k = 0; k < Math.trunc(200e-6 / step); k++) mujoco.mj_step(model, data);
    console.log((data.qvel[second] - data.qvel[0]).toPrecision(12));
}
