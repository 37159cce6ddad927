// Two steel balls head on in MuJoCo, the touch in the middle of a step. Prints the speed at which
// they part in the model of the file that is named, or the version where none is.

#include <mujoco/mujoco.h>
#include <stdio.h>

int main(int count, char **words) {
    if (count < 2) {
        puts(mj_versionString());
        return 0;
    }
    char message[500] = "";
    mjModel *model = mj_loadXML(words[1], NULL, message, sizeof message);
    if (!model) {
        fprintf(stderr, "%s\n", message);
        return 1;
    }
    mjData *data = mj_makeData(model);
    const double step = model->opt.timestep;
    mjtNum *speed[2] = {&data->qvel[model->jnt_dofadr[0]], &data->qvel[model->jnt_dofadr[1]]};
    data->qpos[0] -= 0.5 * step;
    *speed[0] = 1;
    for (int k = 0; k < (int)(200e-6 / step); k++)
        mj_step(model, data);
    printf("%.12g\n", *speed[1] - *speed[0]);
    mj_deleteData(data);
    mj_deleteModel(model);
    return 0;
}
