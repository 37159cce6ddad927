// The static libjansson of Debian was compiled for programs: json_loadf, which nothing here calls,
// compares its argument with `stdin` at an address that a shared object cannot know when it is
// linked. This one stands in for it, inside the module alone; a build with a shared libjansson does
// not need it and is not harmed.

extern void *stdin;
__attribute__((visibility("hidden"))) void *stdin;
