#ifndef DP_EXPORT_H
#define DP_EXPORT_H

// Everything the shared library exports carries DP_API; all else is hidden.
#if defined(__GNUC__)
/// Marks what the library exports.
#define DP_API __attribute__((visibility("default")))
#else
#define DP_API
#endif

#ifdef __cplusplus
#define DP_BEGIN_DECLS extern "C" {
#define DP_END_DECLS }
#else
/// Open and close what C++ shall link as C.
#define DP_BEGIN_DECLS
/// See DP_BEGIN_DECLS.
#define DP_END_DECLS
#endif

#endif
