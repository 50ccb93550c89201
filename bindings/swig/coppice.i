/* What all languages share. Each has a file of typemaps beside this one, found by its language; the
 * functions come from the public header, none is declared again. Typemaps go by the names of
 * parameters: the header's names are the contract, and a test looks for what no typemap took.
 *
 * 64-bit integers are matched by name: those of <stdint.i> are `long long`, which is not the
 * compiler's int64_t. */
%module(imclassname="Native", jniclassname="Native") Capi
%{
#include <coppice/coppice.h>
%}

/* coppice_solver_fit is Capi.solver_fit. Numbers travel where enums stand: each language has enums
 * of its own, with documentation. */
%rename("%(strip:[coppice_])s", %$isfunction) "";
%ignore coppice_status;
%ignore coppice_catalogue;
%ignore coppice_output;
%ignore coppice_action;
%ignore coppice_quantity_type;

#if defined(SWIGJAVA)
%include "coppice_java.i"
#elif defined(SWIGR)
%include "coppice_r.i"
#elif defined(SWIGCSHARP)
%include "coppice_csharp.i"
#endif

%include <coppice/coppice.h>
