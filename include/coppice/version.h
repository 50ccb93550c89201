/* coppice: the version numbers, in this one place.
 *
 * CMake, the soname, the pkg-config file and the packages read them from here.
 *
 * COPPICE_VERSION_* follow semantic versioning. COPPICE_SOVERSION is the number in the
 * soname: it rises by one with every release that breaks the binary interface, and only then.
 * Before version 1 a minor release may break it.
 */
#ifndef COPPICE_VERSION_H
#define COPPICE_VERSION_H

#define COPPICE_VERSION_MAJOR 0
#define COPPICE_VERSION_MINOR 1
#define COPPICE_VERSION_PATCH 0
#define COPPICE_VERSION "0.1.0"

#define COPPICE_SOVERSION 0

#if COPPICE_VERSION_MAJOR > 0 && COPPICE_SOVERSION < COPPICE_VERSION_MAJOR
#error "a new major version breaks the binary interface: COPPICE_SOVERSION must have risen with it"
#endif

#endif
