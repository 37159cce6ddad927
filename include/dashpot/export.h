#ifndef DP_EXPORT_H
#define DP_EXPORT_H

// Everything the shared library exports carries DP_API; all else is hidden.
#if defined(__GNUC__)
#define DP_API __attribute__((visibility("default")))
#else
#define DP_API
#endif

#ifdef __cplusplus
#define DP_BEGIN_DECLS extern "C" {
#define DP_END_DECLS }
#else
#define DP_BEGIN_DECLS
#define DP_END_DECLS
#endif

#endif
