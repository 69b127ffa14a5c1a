/* src/runtime/engine_private.h — every function of the engine that its installed headers do not
 * declare. All are functions that the library exports, C but for three. Each is bound weakly: if a
 * build of the engine lacks one, the runtime still starts, and the comment beside it states what is
 * missing then. Only engine.c and the bindings that offer such a function to programs include this
 * file. */
#ifndef ENGINE_PRIVATE_H
#define ENGINE_PRIVATE_H

#include <JavaScriptCore/JavaScript.h>
#include <stdbool.h>

#define GY_WEAK __attribute__((weak))

/* Held over a turn, so that promise jobs run only when we release it. Without: promise jobs run
 * before ticks. */
extern void JSLock(JSContextRef ctx) GY_WEAK;
extern void JSUnlock(JSContextRef ctx) GY_WEAK;

/* function(promise, reason), once the promise jobs have run dry. Without: rejections are silent. */
extern void JSGlobalContextSetUnhandledRejectionCallback(JSGlobalContextRef ctx,
                                                         JSObjectRef function,
                                                         JSValueRef* exception) GY_WEAK;

/* Which signal stops the threads for a collection. Without: SIGUSR1 is not the program's. */
extern bool JSConfigureSignalForGC(int signal) GY_WEAK;

/* No collections by timer. Its callback asks a main run loop that only WebKit's own programs set
 * up, and crashes without one. Without this function: such collections, where the engine has
 * them. */
extern void JSDisableGCTimer(void) GY_WEAK;

/* A script that refers to its ASCII text for ever instead of copying it, for built-in modules. NULL
 * when it has a syntax error. Without: copies. */
typedef struct OpaqueJSScript* JSScriptRef;
extern JSScriptRef JSScriptCreateReferencingImmortalASCIIText(JSContextGroupRef group,
                                                              JSStringRef url, int first_line,
                                                              const char* source, size_t length,
                                                              JSStringRef* error,
                                                              int* error_line) GY_WEAK;
extern JSValueRef JSScriptEvaluate(JSContextRef ctx, JSScriptRef script, JSValueRef self,
                                   JSValueRef* exception) GY_WEAK;
extern void JSScriptRelease(JSScriptRef script) GY_WEAK;

/* An object with heapSize, heapCapacity, extraMemorySize, objectCount ... Without: zeros. */
extern JSObjectRef JSGetMemoryUsageStatistics(JSContextRef ctx) GY_WEAK;

/* A full collection, now. Without: JSGarbageCollect(), which collects some time. */
extern void JSSynchronousGarbageCollectForDebugging(JSContextRef ctx) GY_WEAK;

/* The target of a proxy, NULL for anything else. Without: nothing is a proxy. */
extern JSObjectRef JSObjectGetProxyTarget(JSObjectRef object) GY_WEAK;

/* Ends a script that computes for too long: the callback says whether. Without: no time limits. */
extern void JSContextGroupSetExecutionTimeLimit(JSContextGroupRef group, double seconds,
                                                bool (*callback)(JSContextRef ctx, void* context),
                                                void* context) GY_WEAK;
extern void JSContextGroupClearExecutionTimeLimit(JSContextGroupRef group) GY_WEAK;

/* JSC::VM::throwException(JSGlobalObject*, JSValue), one of three C++ functions that are called
 * here: a group is the VM, a context its global object, and a value the encoded value itself. Makes
 * the running code throw when the callback of a time limit returns. Without: a script that runs out
 * of time ends all code below it, too. */
extern void* gy_vm_throw(JSContextGroupRef group, JSContextRef ctx, JSValueRef value)
    __asm__("_ZN3JSC2VM14throwExceptionEPNS_14JSGlobalObjectENS_7JSValueE") GY_WEAK;

/* JSC::JSObject::setPrototypeDirect(VM&, JSValue): changes the prototype of a global object, which
 * the language fixes and Node does not. Without: it stays. */
extern void gy_object_set_prototype(JSObjectRef object, JSContextGroupRef group, JSValueRef value)
    __asm__("_ZN3JSC8JSObject18setPrototypeDirectERNS_2VMENS_7JSValueE") GY_WEAK;

/* JSC::VM::ensureTerminationException(): the exception that no code catches. As a value, a binding
 * throws it as it throws any other. Without: process.exit() in a worker ends at the next time
 * limit. */
extern JSValueRef gy_vm_termination(JSContextGroupRef group)
    __asm__("_ZN3JSC2VM26ensureTerminationExceptionEv") GY_WEAK;

/* The stack of the running code, a frame per line: "#0 name() at url:line". Without: no lines of
 * origin. */
extern JSStringRef JSContextCreateBacktrace(JSContextRef ctx, unsigned frames) GY_WEAK;

/* Samples of the running stack, one per millisecond, by a thread of the engine's; what was taken so
 * far comes as JSON. Without: `top` and `explain` do not show where callbacks spend their time. */
extern bool JSContextGroupEnableSamplingProfiler(JSContextGroupRef group) GY_WEAK;
extern void JSContextGroupDisableSamplingProfiler(JSContextGroupRef group) GY_WEAK;
extern JSStringRef JSContextGroupTakeSamplesFromSamplingProfiler(JSContextGroupRef group) GY_WEAK;

/* Called at the end of each collection. Without: collections are not in a trace. */
typedef void (*JSHeapFinalizer)(JSContextGroupRef group, void* data);
extern void JSContextGroupAddHeapFinalizer(JSContextGroupRef group, JSHeapFinalizer finalizer,
                                           void* data) GY_WEAK;

/* Called in each collection, once or several times, on whichever thread marks: when what the roots
 * reach is marked. Without: collections are moments in a trace. */
struct OpaqueJSMarker;
typedef void (*JSMarkingConstraint)(struct OpaqueJSMarker* marker, void* data);
extern void JSContextGroupAddMarkingConstraint(JSContextGroupRef group,
                                               JSMarkingConstraint constraint, void* data) GY_WEAK;

/* Memory outside the heap that an object keeps. Without: collections come later. */
extern void JSReportExtraMemoryCost(JSContextRef ctx, size_t bytes) GY_WEAK;

#endif
