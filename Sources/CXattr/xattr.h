// Extended attributes, which Glibc's module leaves out.
#include <sys/xattr.h>
