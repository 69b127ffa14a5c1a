/* src/runtime/engine/names.h — the C++ functions of the engine that the direct lane calls.
 *
 * (1) Each is declared as the C function that it is to a caller, and bound weakly by its mangled
 *     name: the library of another version may lack it, and then it is NULL here. Only direct.c
 *     includes this file.
 * (2) A JSContextGroupRef is the engine's VM*, a JSContextRef its JSGlobalObject*, and on 64-bit
 *     systems a JSValueRef is the encoded value itself.
 * (3) System V calling convention: a WTF::String is one pointer, to its StringImpl; `String const&`
 *     is a pointer to that pointer. A result of type Ref or RefPtr comes back through a hidden
 *     first argument. A std::span& is a pointer to {pointer, length}, which is filled.
 * (4) To add a name: declare it here, add it to `names` in direct.c, and prove what it does in
 *     prove.c (docs/engine.md). */
#ifndef ENGINE_NAMES_H
#define ENGINE_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/engine/function.h"

#define GY_NAME(mangled) __asm__(mangled) __attribute__((weak))

/* JSC::JSFunction::create(VM&, JSGlobalObject*, unsigned, WTF::String const&, FunctionPtr,
 * ImplementationVisibility, Intrinsic, FunctionPtr, DOMJIT::Signature const*) */
extern void* jsc_create_function(const void* vm, const void* global, unsigned length,
                                 const void* name, gy_direct_function* call, uint8_t visibility,
                                 uint8_t intrinsic, gy_direct_function* construct,
                                 const void* signature)
    GY_NAME("_ZN3JSC10JSFunction6createERNS_2VMEPNS_14JSGlobalObjectEjRKN3WTF6StringENS5_"
            "11FunctionPtrILNS5_6PtrTagE1EFlS4_PNS_9CallFrameEELNS5_18FunctionAttributesE2EEENS_"
            "24ImplementationVisibilityENS_9IntrinsicESF_PKNS_6DOMJIT9SignatureE");

/* JSC::ImplementationVisibility: whether stack traces show the function */
enum { JSC_VISIBLE = 0, JSC_HIDDEN = 1 };

/* JSC::callHostFunctionAsConstructor(JSGlobalObject*, CallFrame*): throws "not a constructor" */
extern int64_t jsc_no_constructor(void* global, const int64_t* frame)
    GY_NAME("_ZN3JSC29callHostFunctionAsConstructorEPNS_14JSGlobalObjectEPNS_9CallFrameE");

/* JSC::VM::throwException(JSGlobalObject*, JSValue) */
extern void* jsc_throw(const void* vm, const void* global, JSValueRef value)
    GY_NAME("_ZN3JSC2VM14throwExceptionEPNS_14JSGlobalObjectENS_7JSValueE");

/* JSC::VM::drainMicrotasks() */
extern void jsc_drain(const void* vm) GY_NAME("_ZN3JSC2VM15drainMicrotasksEv");

/* JSC::JSGlobalObject::queueMicrotask(JSFunction*, JSValue, JSValue, JSValue, JSValue): queues a
 * call of the function. The values are its arguments; 0 is none. */
extern void jsc_queue_job(const void* global, const void* function, int64_t a, int64_t b, int64_t c,
                          int64_t d)
    GY_NAME("_ZN3JSC14JSGlobalObject14queueMicrotaskEPNS_10JSFunctionENS_7JSValueES3_S3_S3_");

/* WTF::StringImpl, as much of it as we read. A reference counts 2 in `references`. */
struct jsc_text {
  uint32_t references;
  uint32_t length;
  const void* data;
  uint32_t flags; /* JSC_TEXT_NARROW: 8-bit units, Latin-1; else 16-bit */
};
#define JSC_TEXT_REFERENCE 2u
#define JSC_TEXT_NARROW 4u

struct jsc_span {
  void* data;
  size_t length;
};

/* WTF::StringImpl::createUninitialized(unsigned long, std::span<unsigned char>&) */
extern void* jsc_make_narrow(struct jsc_text** result, size_t length, struct jsc_span* span)
    GY_NAME("_ZN3WTF10StringImpl19createUninitializedEmRSt4spanIhLm18446744073709551615EE");

/* WTF::StringImpl::createUninitialized(unsigned long, std::span<char16_t>&) */
extern void* jsc_make_wide(struct jsc_text** result, size_t length, struct jsc_span* span)
    GY_NAME("_ZN3WTF10StringImpl19createUninitializedEmRSt4spanIDsLm18446744073709551615EE");

/* JSC::jsStringWithCacheSlowCase(VM&, WTF::StringImpl&): a string value that refers to the text */
extern JSValueRef jsc_make_string(const void* vm, struct jsc_text* text)
    GY_NAME("_ZN3JSC25jsStringWithCacheSlowCaseERNS_2VMERN3WTF10StringImplE");

/* WTF::StringImpl::destroy(StringImpl*) */
extern void jsc_destroy_text(struct jsc_text* text) GY_NAME("_ZN3WTF10StringImpl7destroyEPS0_");

/* JSC::JSCell::getString(JSGlobalObject*, WTF::String&) const: a reference to the text of a string;
 * joins it first when it is a concatenation. False when the cell is no string. */
extern bool jsc_get_string(JSValueRef cell, const void* global, struct jsc_text** result)
    GY_NAME("_ZNK3JSC6JSCell9getStringEPNS_14JSGlobalObjectERN3WTF6StringE");

#endif
