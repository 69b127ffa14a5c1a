'use strict';
// The text of every error with a code. It is loaded when the first such error is made.
// (1) TABLE has one line per fixed text: code, kind, message; %s takes the next argument. A line
//     that begins with spaces continues the message.
//     Kinds: E Error, T TypeError, R RangeError, S SyntaxError, U URIError, Y SystemError.
// (2) Texts that depend on their arguments are functions in `special`. Their first argument is the
//     error; they may set properties of it.
// (3) lookup() searches the string, so that no object is made for codes that are not used.

const {
  ArrayIsArray, ArrayPrototypeJoin, ArrayPrototypeToSpliced, FunctionPrototypeToString,
  JSONStringify, MathAbs,
  NumberIsInteger, ReflectApply, SafeArray, String, StringPrototypeIncludes, StringPrototypeIndexOf,
  StringPrototypeLastIndexOf, StringPrototypeSlice, StringPrototypeSplit, StringPrototypeStartsWith,
} = primordials;
const { describe, determineSpecificType, formatList, invalidArgType } =
  require('internal/error_text');

const TABLE = `
ERR_AMBIGUOUS_ARGUMENT T The "%s" argument is ambiguous. %s
ERR_ARG_NOT_ITERABLE T %s must be iterable
ERR_ASSERTION E %s
ERR_ASYNC_CALLBACK T %s must be a function
ERR_ASYNC_LOADER_REQUEST_NEVER_SETTLED E Async loader request never settled
ERR_ASYNC_TYPE T Invalid name for async "type": %s
ERR_BROTLI_INVALID_PARAM R %s is not a valid Brotli parameter
ERR_BUFFER_TOO_LARGE R Cannot create a Buffer larger than %s bytes
ERR_CANNOT_WATCH_SIGINT E Cannot watch for SIGINT signals
ERR_CHILD_CLOSED_BEFORE_REPLY E Child closed before reply received
ERR_CHILD_PROCESS_IPC_REQUIRED E Forked processes must have an IPC channel,
  missing value 'ipc' in %s
ERR_CHILD_PROCESS_STDIO_MAXBUFFER R %s maxBuffer length exceeded
ERR_CLOSED_MESSAGE_PORT E Cannot send data on closed MessagePort
ERR_CONSOLE_WRITABLE_STREAM T Console expects a writable stream instance for %s
ERR_CONSTRUCT_CALL_INVALID T Constructor cannot be called
ERR_CONSTRUCT_CALL_REQUIRED T Class constructor %s cannot be invoked without \`new\`
ERR_CONTEXT_NOT_INITIALIZED E context used is not initialized
ERR_CRYPTO_ARGON2_NOT_SUPPORTED E Argon2 algorithm not supported
ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED E Custom engines not supported by this OpenSSL
ERR_CRYPTO_ECDH_INVALID_FORMAT T Invalid ECDH format: %s
ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY E Public key is not valid for specified curve
ERR_CRYPTO_ENGINE_UNKNOWN E Engine "%s" was not found
ERR_CRYPTO_FIPS_FORCED E Cannot set FIPS mode, it was forced with --force-fips at startup.
ERR_CRYPTO_FIPS_UNAVAILABLE E Cannot set FIPS mode in a non-FIPS build.
ERR_CRYPTO_HASH_FINALIZED E Digest already called
ERR_CRYPTO_HASH_UPDATE_FAILED E Hash update failed
ERR_CRYPTO_INCOMPATIBLE_KEY E Incompatible %s: %s
ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS E The selected key encoding %s %s.
ERR_CRYPTO_INITIALIZATION_FAILED E Initialization failed
ERR_CRYPTO_INVALID_AUTH_TAG T %s
ERR_CRYPTO_INVALID_COUNTER T Invalid counter
ERR_CRYPTO_INVALID_CURVE T Invalid EC curve name
ERR_CRYPTO_INVALID_DIGEST T Invalid digest: %s
ERR_CRYPTO_INVALID_IV T Invalid initialization vector
ERR_CRYPTO_INVALID_JWK T Invalid JWK data
ERR_CRYPTO_INVALID_KEYLEN R Invalid key length
ERR_CRYPTO_INVALID_KEYPAIR R Invalid key pair
ERR_CRYPTO_INVALID_KEYTYPE R Invalid key type
ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE T Invalid key object type %s, expected %s.
ERR_CRYPTO_INVALID_MAC T Invalid MAC: %s
ERR_CRYPTO_INVALID_MESSAGELEN R Invalid message length
ERR_CRYPTO_INVALID_SCRYPT_PARAMS R Invalid scrypt params%s
ERR_CRYPTO_INVALID_STATE E Invalid state for operation %s
ERR_CRYPTO_INVALID_TAG_LENGTH R Invalid tag length
ERR_CRYPTO_JWK_UNSUPPORTED_CURVE E Unsupported JWK EC curve: %s.
ERR_CRYPTO_JWK_UNSUPPORTED_KEY_TYPE E Unsupported JWK Key Type.
ERR_CRYPTO_KEM_NOT_SUPPORTED E KEM is not supported
ERR_CRYPTO_MAC_FINALIZED E MAC already finalized
ERR_CRYPTO_OPERATION_FAILED E %s
ERR_CRYPTO_PBKDF2_ERROR E PBKDF2 error
ERR_CRYPTO_SCRYPT_NOT_SUPPORTED E Scrypt algorithm not supported
ERR_CRYPTO_SIGN_KEY_REQUIRED E No key provided to sign
ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH R Input buffers must have the same byte length
ERR_CRYPTO_UNKNOWN_CIPHER E Unknown cipher
ERR_CRYPTO_UNKNOWN_DH_GROUP E Unknown DH group
ERR_CRYPTO_UNSUPPORTED_OPERATION E Unsupported crypto operation
ERR_DIR_CLOSED E Directory handle was closed
ERR_DIR_CONCURRENT_OPERATION E Cannot do synchronous work on directory handle with concurrent
  asynchronous operations
ERR_DLOPEN_DISABLED E Cannot load native addon because loading addons is disabled.
ERR_DLOPEN_FAILED E %s
ERR_DNS_SET_SERVERS_FAILED E c-ares failed to set servers: "%s" [%s]
ERR_ENCODING_NOT_SUPPORTED R The "%s" encoding is not supported
ERR_EVENT_RECURSION E The event "%s" is already being dispatched
ERR_FEATURE_UNAVAILABLE_ON_PLATFORM T The feature %s is unavailable on the current platform,
  which is being used to run Node.js
ERR_FS_CP_DIR_TO_NON_DIR Y Cannot overwrite non-directory with directory
ERR_FS_CP_EEXIST Y Target already exists
ERR_FS_CP_EINVAL Y Invalid src or dest
ERR_FS_CP_FIFO_PIPE Y Cannot copy a FIFO pipe
ERR_FS_CP_NON_DIR_TO_DIR Y Cannot overwrite directory with non-directory
ERR_FS_CP_SOCKET Y Cannot copy a socket file
ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY Y Cannot overwrite symlink in subdirectory of self
ERR_FS_CP_UNKNOWN Y Cannot copy an unknown file type
ERR_FS_EISDIR Y Path is a directory
ERR_FS_FILE_TOO_LARGE R File size (%s) is greater than 2 GiB
ERR_FS_WATCH_QUEUE_OVERFLOW E fs.watch() queued more than %s events
ERR_HTTP2_ALTSVC_INVALID_ORIGIN T HTTP/2 ALTSVC frames require a valid origin
ERR_HTTP2_ALTSVC_LENGTH T HTTP/2 ALTSVC frames are limited to 16382 bytes
ERR_HTTP2_CONNECT_AUTHORITY E :authority header is required for CONNECT requests
ERR_HTTP2_CONNECT_PATH E The :path header is forbidden for CONNECT requests
ERR_HTTP2_CONNECT_SCHEME E The :scheme header is forbidden for CONNECT requests
ERR_HTTP2_GOAWAY_SESSION E New streams cannot be created after receiving a GOAWAY
ERR_HTTP2_HEADERS_AFTER_RESPOND E Cannot specify additional headers after response initiated
ERR_HTTP2_HEADERS_SENT E Response has already been initiated.
ERR_HTTP2_HEADER_SINGLE_VALUE T Header field "%s" must only have a single value
ERR_HTTP2_INFO_STATUS_NOT_ALLOWED R Informational status codes cannot be used
ERR_HTTP2_INVALID_CONNECTION_HEADERS T HTTP/1 Connection specific headers are forbidden: "%s"
ERR_HTTP2_INVALID_HEADER_VALUE T Invalid value "%s" for header "%s"
ERR_HTTP2_INVALID_INFO_STATUS R Invalid informational status code: %s
ERR_HTTP2_INVALID_ORIGIN T HTTP/2 ORIGIN frames require a valid origin
ERR_HTTP2_INVALID_PACKED_SETTINGS_LENGTH R Packed settings length must be a multiple of six
ERR_HTTP2_INVALID_PSEUDOHEADER T "%s" is an invalid pseudoheader or is used incorrectly
ERR_HTTP2_INVALID_SESSION E The session has been destroyed
ERR_HTTP2_INVALID_STREAM E The stream has been destroyed
ERR_HTTP2_MAX_PENDING_SETTINGS_ACK E Maximum number of pending settings acknowledgements
ERR_HTTP2_NESTED_PUSH E A push stream cannot initiate another push stream.
ERR_HTTP2_NO_MEM E Out of memory
ERR_HTTP2_NO_SOCKET_MANIPULATION E HTTP/2 sockets should not be directly manipulated (e.g. read and
  written)
ERR_HTTP2_ORIGIN_LENGTH T HTTP/2 ORIGIN frames are limited to 16382 bytes
ERR_HTTP2_OUT_OF_STREAMS E No stream ID is available because maximum stream ID has been reached
ERR_HTTP2_PAYLOAD_FORBIDDEN E Responses with %s status must not have a payload
ERR_HTTP2_PING_CANCEL E HTTP2 ping cancelled
ERR_HTTP2_PING_LENGTH R HTTP2 ping payload must be 8 bytes
ERR_HTTP2_PSEUDOHEADER_NOT_ALLOWED T Cannot set HTTP/2 pseudo-headers
ERR_HTTP2_PUSH_DISABLED E HTTP/2 client has disabled push streams
ERR_HTTP2_SEND_FILE E Directories cannot be sent
ERR_HTTP2_SEND_FILE_NOSEEK E Offset or length can only be specified for regular files
ERR_HTTP2_SESSION_ERROR E Session closed with error code %s
ERR_HTTP2_SETTINGS_CANCEL E HTTP2 session settings canceled
ERR_HTTP2_SOCKET_BOUND E The socket is already bound to an Http2Session
ERR_HTTP2_SOCKET_UNBOUND E The socket has been disconnected from the Http2Session
ERR_HTTP2_STATUS_101 E HTTP status code 101 (Switching Protocols) is forbidden in HTTP/2
ERR_HTTP2_STATUS_INVALID R Invalid status code: %s
ERR_HTTP2_STREAM_ERROR E Stream closed with error code %s
ERR_HTTP2_STREAM_SELF_DEPENDENCY E A stream cannot depend on itself
ERR_HTTP2_TOO_MANY_CUSTOM_SETTINGS E Number of custom settings exceeds MAX_ADDITIONAL_SETTINGS
ERR_HTTP2_TOO_MANY_INVALID_FRAMES E Too many invalid HTTP/2 frames
ERR_HTTP2_TOO_MANY_ORIGINS E Too many unique origins, the limit is %s
ERR_HTTP2_TRAILERS_ALREADY_SENT E Trailing headers have already been sent
ERR_HTTP2_TRAILERS_NOT_READY E Trailing headers cannot be sent until after the wantTrailers event is
  emitted
ERR_HTTP2_UNSUPPORTED_PROTOCOL E protocol "%s" is unsupported.
ERR_HTTP_BODY_NOT_ALLOWED E Adding content for this request method or response status is not
  allowed.
ERR_HTTP_CONTENT_LENGTH_MISMATCH E Response body's content-length of %s byte(s) does not match the
  content-length of %s byte(s) set in header
ERR_HTTP_HEADERS_SENT E Cannot %s headers after they are sent to the client
ERR_HTTP_INVALID_HEADER_VALUE T Invalid value "%s" for header "%s"
ERR_HTTP_INVALID_STATUS_CODE R Invalid status code: %s
ERR_HTTP_REQUEST_TIMEOUT E Request timeout
ERR_HTTP_SOCKET_ASSIGNED E ServerResponse has an already assigned socket
ERR_HTTP_SOCKET_ENCODING E Changing the socket encoding is not allowed per RFC7230 Section 3.
ERR_HTTP_TRAILER_INVALID E Trailers are invalid with this transfer encoding
ERR_ILLEGAL_CONSTRUCTOR T Illegal constructor
ERR_IMPORT_ATTRIBUTE_MISSING T Module "%s" needs an import attribute of "%s: %s"
ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE T Module "%s" is not of type "%s"
ERR_INCOMPATIBLE_OPTION_PAIR T Option "%s" cannot be used in combination with option "%s"
ERR_INPUT_TYPE_NOT_ALLOWED E --input-type can only be used with string input via --eval, --print,
  or STDIN
ERR_INSPECTOR_ALREADY_CONNECTED E %s is already connected
ERR_INSPECTOR_COMMAND E Inspector error %s: %s
ERR_INSPECTOR_NOT_ACTIVE E Inspector is not active
ERR_INSPECTOR_NOT_AVAILABLE E Inspector is not available
ERR_INSPECTOR_NOT_CONNECTED E Session is not connected
ERR_INSPECTOR_NOT_WORKER E Current thread is not a worker
ERR_INVALID_ASYNC_ID R Invalid %s value: %s
ERR_INVALID_BUFFER_SIZE R Buffer size must be a multiple of %s
ERR_INVALID_CURSOR_POS T Cannot set cursor row without setting its column
ERR_INVALID_FD R "fd" must be a positive integer: %s
ERR_INVALID_FD_TYPE T Unsupported fd type: %s
ERR_INVALID_FILE_URL_HOST T File URL host must be "localhost" or empty on %s
ERR_INVALID_HANDLE_TYPE T This handle type cannot be sent
ERR_INVALID_HTTP_TOKEN T %s must be a valid HTTP token ["%s"]
ERR_INVALID_IP_ADDRESS T Invalid IP address: %s
ERR_INVALID_OBJECT_DEFINE_PROPERTY T %s
ERR_INVALID_PROTOCOL T Protocol "%s" not supported. Expected "%s"
ERR_INVALID_REPL_EVAL_CONFIG T Cannot specify both "breakEvalOnSigint" and "eval" for REPL
ERR_INVALID_REPL_INPUT T %s
ERR_INVALID_STATE E Invalid state: %s
ERR_INVALID_SYNC_FORK_INPUT T Asynchronous forks do not support Buffer, TypedArray,
  DataView or string input: %s
ERR_INVALID_THIS T Value of "this" must be of type %s
ERR_INVALID_TUPLE T %s must be an iterable %s tuple
ERR_INVALID_URI U URI malformed
ERR_IPC_CHANNEL_CLOSED E Channel closed
ERR_IPC_DISCONNECTED E IPC channel is already disconnected
ERR_IPC_ONE_PIPE E Child process can have only one IPC pipe
ERR_IPC_SYNC_FORK E IPC cannot be used with synchronous forks
ERR_IP_BLOCKED E IP(%s) is blocked by net.BlockList
ERR_LOADER_CHAIN_INCOMPLETE E "%s" did not call the next hook in its chain and did not explicitly
  signal a short circuit. If this is intentional, include \`shortCircuit: true\` in the hook's
  return.
ERR_MEMORY_ALLOCATION_FAILED R Failed to allocate memory
ERR_MESSAGE_TARGET_CONTEXT_UNAVAILABLE E A message object could not be deserialized successfully in
  the target vm.Context
ERR_METHOD_NOT_IMPLEMENTED E The %s method is not implemented
ERR_MISSING_OPTION T %s is required
ERR_MISSING_PASSPHRASE T Passphrase required for encrypted key
ERR_MODULE_LINK_MISMATCH T %s
ERR_MULTIPLE_CALLBACK E Callback called multiple times
ERR_NO_CRYPTO E Node.js is not compiled with OpenSSL crypto support
ERR_NOT_BUILDING_SNAPSHOT E Operation cannot be invoked when not building startup snapshot
ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION E Operation cannot be invoked when not in a
  single-executable application
ERR_NO_ICU T %s is not supported on Node.js compiled without ICU
ERR_OPERATION_FAILED E Operation failed: %s
ERR_PACKAGE_MAP_EXTERNAL_FILE E Cannot resolve "%s" from "%s": file is not within any package
  defined in %s
ERR_PACKAGE_MAP_INVALID S Invalid package-map.json at "%s": %s
ERR_PACKAGE_MAP_KEY_NOT_FOUND E Package key "%s" referenced in dependencies but not defined in %s
ERR_PARSE_ARGS_INVALID_OPTION_VALUE T %s
ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL T Unexpected argument '%s'. This command does not take
  positional arguments
ERR_PERFORMANCE_INVALID_TIMESTAMP T %s is not a valid timestamp
ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS T %s
ERR_PROTO_ACCESS E Accessing Object.prototype.__proto__ has been disallowed with
  --disable-proto=throw
ERR_PROXY_INVALID_CONFIG E %s
ERR_PROXY_TUNNEL E %s
ERR_REQUIRE_CYCLE_MODULE E %s
ERR_SCRIPT_EXECUTION_INTERRUPTED E Script execution was interrupted by \`SIGINT\`
ERR_SCRIPT_EXECUTION_TIMEOUT E Script execution timed out after %sms
ERR_SERVER_ALREADY_LISTEN E Listen method has been called more than once without closing.
ERR_SERVER_NOT_RUNNING E Server is not running.
ERR_SOCKET_ALREADY_BOUND E Socket is already bound
ERR_SOCKET_BAD_BUFFER_SIZE T Buffer size must be a positive integer
ERR_SOCKET_BAD_TYPE T Bad socket type specified. Valid types are: udp4, udp6
ERR_SOCKET_BUFFER_SIZE Y Could not get or set buffer size
ERR_SOCKET_CLOSED E Socket is closed
ERR_SOCKET_CLOSED_BEFORE_CONNECTION E Socket closed before the connection was established
ERR_SOCKET_CONNECTION_TIMEOUT E Socket connection timeout
ERR_SOCKET_DGRAM_IS_CONNECTED E Already connected
ERR_SOCKET_DGRAM_NOT_CONNECTED E Not connected
ERR_SOCKET_DGRAM_NOT_RUNNING E Not running
ERR_SOCKET_HANDLE_ADOPTED E The bound socket has already been adopted by a server or socket
ERR_SOURCE_PHASE_NOT_DEFINED S Source phase import object is not defined for module '%s'
ERR_STREAM_ALREADY_FINISHED E Cannot call %s after a stream was finished
ERR_STREAM_CANNOT_PIPE E Cannot pipe, not readable
ERR_STREAM_DESTROYED E Cannot call %s after a stream was destroyed
ERR_STREAM_ITER_MISSING_FLAG T The stream/iter API requires the --experimental-stream-iter flag
ERR_STREAM_NULL_VALUES T May not write null values to stream
ERR_STREAM_PREMATURE_CLOSE E Premature close
ERR_STREAM_PUSH_AFTER_EOF E stream.push() after EOF
ERR_STREAM_UNABLE_TO_PIPE E Cannot pipe to a closed or destroyed stream
ERR_STREAM_UNSHIFT_AFTER_END_EVENT E stream.unshift() after end event
ERR_STREAM_WRAP E Stream has StringDecoder set or is in objectMode
ERR_STREAM_WRITE_AFTER_END E write after end
ERR_STRING_TOO_LONG E Cannot create a string longer than 0x1fffffe8 characters
ERR_SYSTEM_ERROR Y A system error occurred
ERR_THROTTLED E The call was dropped by the throttled function
ERR_TLS_ALPN_CALLBACK_INVALID_RESULT T ALPN callback returned a value (%s) that did not match any of
  the client's offered protocols (%s)
ERR_TLS_ALPN_CALLBACK_WITH_PROTOCOLS T The ALPNCallback and ALPNProtocols TLS options are mutually
  exclusive
ERR_TLS_CERT_ALTNAME_FORMAT S Invalid subject alternative name string
ERR_TLS_DH_PARAM_SIZE E DH parameter size %s is less than 2048
ERR_TLS_HANDSHAKE_TIMEOUT E TLS handshake timeout
ERR_TLS_INVALID_CONTEXT T %s must be a SecureContext
ERR_TLS_INVALID_PROTOCOL_METHOD T %s
ERR_TLS_INVALID_PROTOCOL_VERSION T %s is not a valid %s TLS protocol version
ERR_TLS_INVALID_STATE E TLS socket connection must be securely established
ERR_TLS_PROTOCOL_VERSION_CONFLICT T TLS protocol version %s conflicts with secureProtocol %s
ERR_TLS_RENEGOTIATION_DISABLED E TLS session renegotiation disabled for this socket
ERR_TLS_REQUIRED_SERVER_NAME E "servername" is required parameter for Server.addContext
ERR_TLS_SESSION_ATTACK E TLS session renegotiation attack detected
ERR_TLS_SNI_FROM_SERVER E Cannot issue SNI from a TLS server-side socket
ERR_TRACE_EVENTS_CATEGORY_REQUIRED T At least one category is required
ERR_TRACE_EVENTS_UNAVAILABLE E Trace events are unavailable
ERR_TRAILING_JUNK_AFTER_STREAM_END T Trailing junk found after the end of the compressed stream
ERR_TTY_INIT_FAILED Y TTY initialization failed
ERR_UNAVAILABLE_DURING_EXIT E Cannot call function in process exit handler
ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET E \`process.setupUncaughtExceptionCapture()\` was
  called while a capture callback was already active
ERR_UNESCAPED_CHARACTERS T %s contains unescaped characters
ERR_UNKNOWN_BUILTIN_MODULE E No such built-in module: %s
ERR_UNKNOWN_CREDENTIAL E %s identifier does not exist: %s
ERR_UNKNOWN_ENCODING T Unknown encoding: %s
ERR_UNKNOWN_FILE_EXTENSION T Unknown file extension "%s" for %s
ERR_UNKNOWN_MODULE_FORMAT R Unknown module format: %s for URL %s
ERR_UNKNOWN_SIGNAL T Unknown signal: %s
ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING E Stripping types is currently unsupported for files
  under node_modules, for "%s"
ERR_UNSUPPORTED_RESOLVE_REQUEST T Failed to resolve module specifier "%s" from "%s": Invalid
  relative URL or base scheme is not hierarchical.
ERR_USE_AFTER_CLOSE E %s was closed
ERR_VALID_PERFORMANCE_ENTRY_TYPE E At least one valid performance entry type is required
ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING T A dynamic import callback was not specified.
ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG T A dynamic import callback was invoked without
  --experimental-vm-modules
ERR_VM_MODULE_ALREADY_LINKED E Module has already been linked
ERR_VM_MODULE_CACHED_DATA_REJECTED E cachedData buffer was rejected
ERR_VM_MODULE_CANNOT_CREATE_CACHED_DATA E Cached data cannot be created for a module which has
  been evaluated
ERR_VM_MODULE_DIFFERENT_CONTEXT E Linked modules must use the same context
ERR_VM_MODULE_NOT_MODULE E Provided module is not an instance of Module
ERR_VM_MODULE_STATUS E Module status %s
ERR_WEBASSEMBLY_NOT_SUPPORTED E WebAssembly is not supported in this environment,
  but is required for %s
ERR_WEBASSEMBLY_RESPONSE T WebAssembly response %s
ERR_WORKER_HANDLE_NOT_TRANSFERABLE E %s cannot be transferred in its current state; it must be a
  freshly created or accepted handle that has not started reading and has no pending writes
ERR_WORKER_INIT_FAILED E Worker initialization failure: %s
ERR_WORKER_MESSAGING_ERRORED E The destination thread threw an error while processing the message
ERR_WORKER_MESSAGING_FAILED E Cannot find the destination thread or listener
ERR_WORKER_MESSAGING_SAME_THREAD E Cannot sent a message to the same thread
ERR_WORKER_MESSAGING_TIMEOUT E Sending a message to another thread timed out
ERR_WORKER_NOT_RUNNING E Worker instance not running
ERR_WORKER_OUT_OF_MEMORY E Worker terminated due to reaching memory limit: %s
ERR_WORKER_PATH T The worker script or module filename must be an absolute path or a relative path
  starting with './' or '../'. Received "%s"
ERR_WORKER_UNSERIALIZABLE_ERROR E Serializing an uncaught exception failed
ERR_WORKER_UNSUPPORTED_OPERATION T %s is not supported in workers
ERR_ZIP_ARCHIVE_TOO_LARGE R ZIP archive structure exceeds the allowed size: %s
ERR_ZIP_ENTRY_CORRUPT E ZIP entry is corrupt: %s
ERR_ZIP_ENTRY_NOT_FOUND E no such entry "%s" in the archive
ERR_ZIP_ENTRY_TOO_LARGE R ZIP entry exceeds the allowed size: %s
ERR_ZIP_INVALID_ARCHIVE E invalid ZIP archive: %s
ERR_ZIP_NOT_WRITABLE T this archive was not opened for writing
ERR_ZIP_UNSUPPORTED_FEATURE E unsupported ZIP feature: %s
ERR_ZSTD_INVALID_PARAM R %s is not a valid zstd parameter
`;

let inspectFn;
function inspect(value, options) {
  inspectFn ??= require('internal/util/inspect').inspect;
  return inspectFn(value, options);
}

const setOwn = (self, name, value) => require('internal/util').setOwnProperty(self, name, value);
const imported = (base) => (base ? ` imported from ${base}` : '');

// 4294967297 reads better as 4_294_967_297; smaller numbers are left alone.
function withSeparators(digits) {
  let out = '';
  let end = digits.length;
  const start = digits[0] === '-' ? 1 : 0;
  for (; end >= start + 4; end -= 3)
    out = `_${StringPrototypeSlice.call(digits, end - 3, end)}${out}`;
  return StringPrototypeSlice.call(digits, 0, end) + out;
}

function received(value) {
  if (typeof value === 'bigint') {
    const big = value > 4294967296n || value < -4294967296n;
    return `${big ? withSeparators(String(value)) : value}n`;
  }
  if (NumberIsInteger(value) && MathAbs(value) > 4294967296)
    return withSeparators(String(value));
  return typeof value === 'number' ? describe(value) : inspect(value);
}

function outOfRange(self, name, range, value, replaceDefault = false) {
  const what = replaceDefault ? name : `The value of "${name}" is out of range.`;
  return `${what} It must be ${range}. Received ${received(value)}`;
}

function invalidArgValue(self, name, value, reason = 'is invalid') {
  let shown = inspect(value);
  if (shown.length > 128)
    shown = `${StringPrototypeSlice.call(shown, 0, 128)}...`;
  const kind = StringPrototypeIncludes.call(name, '.') ? 'property' : 'argument';
  return `The ${kind} '${name}' ${reason}. Received ${shown}`;
}

function invalidPackageTarget(self, dir, key, target, isImport = false, base = undefined) {
  const relative = typeof target === 'string' && !isImport && target.length > 0 &&
    !StringPrototypeStartsWith.call(target, './');
  const tail = `${imported(base)}${relative ? '; targets must start with "./"' : ''}`;
  const shown = JSONStringify(target);
  if (key === '.')
    return `Invalid "exports" main target ${shown} defined in the package config ` +
      `${dir}package.json${tail}`;
  return `Invalid "${isImport ? 'imports' : 'exports'}" target ${shown} defined for '${key}' in ` +
    `the package config ${dir}package.json${tail}`;
}

function quotedOr(names) {
  let text = `"${names[0]}"`;
  for (let i = 1; i < names.length; i++)
    text += ` or "${names[i]}"`;
  return text;
}

function missingArgs(self, ...names) {
  const quoted = new SafeArray();
  for (let i = 0; i < names.length; i++)
    quoted.push(ArrayIsArray(names[i]) ? quotedOr(names[i]) : `"${names[i]}"`);
  return `The ${formatList(quoted)} argument${names.length > 1 ? 's' : ''} must be specified`;
}

function moduleNotFound(self, path, base, exactUrl) {
  if (exactUrl)
    setOwn(self, 'url', `${exactUrl}`);
  return `Cannot find ${exactUrl ? 'module' : 'package'} '${path}' imported from ${base}`;
}

function requireEsm(self, file, hasEsmSyntax, parent = null, packageJson = null) {
  let text = `require() of ES Module ${file}${parent ? ` from ${parent}` : ''} not supported.`;
  if (!parent)
    return text;
  if (!packageJson) {
    return `${text}\nInstead change the require of ${file} to a dynamic import() which is ` +
      'available in all CommonJS modules.';
  }
  const base = StringPrototypeSlice.call(file, StringPrototypeLastIndexOf.call(file, '/') + 1);
  if (hasEsmSyntax) {
    return `${text}\nInstead change the require of ${base} in ${parent} to a dynamic import() ` +
      'which is available in all CommonJS modules.';
  }
  text += `\n${base} is treated as an ES module file as it is a .js file whose nearest parent ` +
    'package.json contains "type": "module" which declares all .js files in that package scope ' +
    'as ES modules.';
  return `${text}\nInstead either rename ${base} to end in .cjs, change the requiring code to ` +
    'use dynamic import() which is available in all CommonJS modules, or change "type": ' +
    `"module" to "type": "commonjs" in ${packageJson} to treat all .js files as CommonJS ` +
    '(using .mjs for all ES modules instead).\n';
}

function requireAsync(self, file, parent) {
  return 'require() cannot be used on an ESM graph with top-level await. Use import() instead. ' +
    'To see where the top-level await comes from, use --experimental-print-required-tla.' +
    `${file ? `\nRequired module: ${file}` : ''}${parent ? `\nRequire stack:\n- ${parent}` : ''}`;
}

// Stores arguments as properties of the error, by name; null: the argument is not stored.
const keeping = (names, text) => (self, ...values) => {
  for (let i = 0; i < names.length; i++) {
    if (names[i])
      require('internal/util').setOwnProperty(self, names[i], values[i]);
  }
  return ReflectApply(text, undefined, values);
};

// code: [kind, function]
const special = {
  __proto__: null,
  ERR_ACCESS_DENIED: ['E', (self, message, permission = '', resource = '') => {
    self.permission = permission;
    self.resource = resource;
    return message;
  }],
  ERR_BUFFER_OUT_OF_BOUNDS: ['R', (self, name) => (name ?
    `"${name}" is outside of buffer bounds` : 'Attempt to access memory outside buffer bounds')],
  ERR_TLS_CERT_ALTNAME_INVALID: ['E', (self, reason, host, cert) => {
    const { setOwnProperty } = require('internal/util');
    setOwnProperty(self, 'reason', reason);
    setOwnProperty(self, 'host', host);
    setOwnProperty(self, 'cert', cert);
    return `Hostname/IP does not match certificate's altnames: ${reason}`;
  }],
  ERR_TLS_PSK_SET_IDENTITY_HINT_FAILED: ['E', () => 'Failed to set PSK identity hint'],
  ERR_ENCODING_INVALID_ENCODED_DATA: ['T', keeping([null, 'errno'],
    (encoding) => `The encoded data was not valid for encoding ${encoding}`)],
  ERR_FALSY_VALUE_REJECTION: ['E', keeping(['reason'],
    () => 'Promise was rejected with falsy value')],
  ERR_HTTP2_INVALID_SETTING_VALUE: ['T', keeping([null, 'actual', 'min', 'max'],
    (name, actual) => `Invalid value for setting "${name}": ${actual}`)],
  ERR_HTTP2_STREAM_CANCEL: ['E', (self, error) => {
    if (error)
      self.cause = error;
    return 'The pending stream has been canceled' +
      `${typeof error?.message === 'string' ? ` (caused by: ${error.message})` : ''}`;
  }],
  ERR_IMPORT_ATTRIBUTE_UNSUPPORTED: ['T', (self, key, value, url) =>
    `Import attribute "${key}" with value "${value}" is not supported${url ? ` in ${url}` : ''}`],
  ERR_INTERNAL_ASSERTION: ['E', (self,
    message) => `${message === undefined ? '' : `${message}\n`}` +
    'This is caused by either a bug in Node.js or incorrect usage of Node.js internals.\n' +
    'Please open an issue with this stack trace at https://github.com/nodejs/node/issues\n'],
  ERR_INVALID_ADDRESS_FAMILY: ['R', (self, family, host, port) => {
    self.host = host;
    self.port = port;
    return `Invalid address family: ${family} ${host}:${port}`;
  }],
  ERR_INVALID_ARG_TYPE: ['T', (self, name, expected, actual) => invalidArgType(name, expected,
    actual)],
  ERR_INVALID_ARG_VALUE: ['T', invalidArgValue],
  ERR_INVALID_CHAR: ['T', (self, name, field) =>
    `Invalid character in ${name}${field === undefined ? '' : ` ["${field}"]`}`],
  ERR_INVALID_FILE_URL_PATH: ['T', keeping([null, 'input'], (reason) => `File URL path ${reason}`)],
  ERR_INVALID_MIME_SYNTAX: ['T', (self, kind, text, at) =>
    `The MIME syntax for a ${kind} in "${text}" is invalid${at === -1 ? '' : ` at ${at}`}`],
  ERR_INVALID_MODULE_SPECIFIER: ['T', (self, request, reason, base) =>
    `Invalid module "${request}" ${reason}${imported(base)}`],
  ERR_INVALID_PACKAGE_CONFIG: ['E', (self, path, base, message) =>
    `Invalid package config ${path}${base ? ` while importing ${base}` : ''}.` +
    `${message ? ` ${message}` : ''}`],
  ERR_INVALID_PACKAGE_TARGET: ['E', invalidPackageTarget],
  ERR_INVALID_RETURN_PROPERTY: ['T', (self, input, name, prop, value) =>
    `Expected a valid ${input} to be returned for the "${prop}" from the "${name}" hook but got ` +
    `${determineSpecificType(value)}.`],
  ERR_INVALID_RETURN_PROPERTY_VALUE: ['T', (self, input, name, prop, value) =>
    `Expected ${input} to be returned for the "${prop}" from the "${name}" hook but got ` +
    `${determineSpecificType(value)}.`],
  ERR_INVALID_RETURN_VALUE: ['T', (self, input, name, value) =>
    `Expected ${input} to be returned from the "${name}" function but got ` +
    `${determineSpecificType(value)}.`],
  ERR_INVALID_URL: ['T', (self, input, base = null) => {
    self.input = input;
    if (base != null)
      self.base = base;
    return 'Invalid URL';
  }],
  ERR_INVALID_URL_SCHEME: ['T', (self, expected) => {
    const list = ArrayIsArray(expected) ? expected : [expected];
    return `The URL must be ${list.length > 1 ? 'one of' : 'of'} scheme ${formatList(list, 'or')}`;
  }],
  ERR_MISSING_ARGS: ['T', missingArgs],
  ERR_MODULE_NOT_FOUND: ['E', moduleNotFound],
  ERR_OUT_OF_RANGE: ['R', outOfRange],
  ERR_PACKAGE_IMPORT_NOT_DEFINED: ['T', (self, specifier, dir, base) =>
    `Package import specifier "${specifier}" is not defined` +
    `${dir ? ` in package ${dir}package.json` : ''}${imported(base)}`],
  ERR_PACKAGE_PATH_NOT_EXPORTED: ['E', (self, dir, subpath, base) => (subpath === '.' ?
    `No "exports" main defined in ${dir}package.json${imported(base)}` :
    `Package subpath '${subpath}' is not defined by "exports" in ${dir}package.json` +
      imported(base))],
  ERR_PARSE_ARGS_UNKNOWN_OPTION: ['T', (self, option, allowPositionals) =>
    `Unknown option '${option}'${allowPositionals ? '. To specify a positional argument ' +
    `starting with a '-', place it at the end of the command after '--', as in '-- "${option}"` :
      ''}`],
  ERR_REQUIRE_ASYNC_MODULE: ['E', requireAsync],
  ERR_REQUIRE_ESM: ['E', requireEsm],
  ERR_SOCKET_BAD_PORT: ['R', (self, name, port, allowZero = true) =>
    `${name} should be >${allowZero ? '=' : ''} 0 and < 65536. Received ` +
    `${determineSpecificType(port)}.`],
  ERR_UNHANDLED_ERROR: ['E', (self, value) =>
    (value === undefined ? 'Unhandled error.' : `Unhandled error. (${describe(value)})`)],
  ERR_UNSUPPORTED_DIR_IMPORT: ['E', (self, path, base, exactUrl) => {
    setOwn(self, 'url', exactUrl);
    return `Directory import '${path}' is not supported resolving ES modules${imported(base)}`;
  }],
  ERR_UNSUPPORTED_ESM_URL_SCHEME: ['E', (self, url, supported) =>
    `Only URLs with a scheme in: ${formatList(supported)} are supported by the default ESM ` +
    `loader. Received protocol '${url.protocol}'`],
  ERR_VM_MODULE_LINK_FAILURE: ['E', keeping([null, 'cause'], (message) => message)],
  ERR_WORKER_INVALID_EXEC_ARGV: ['E', (self, flags, what = 'invalid execArgv flags') =>
    `Initiated Worker with ${what}: ${ArrayPrototypeJoin.call(flags, ', ')}`],
};

function lookup(code) {
  const found = special[code];
  if (found)
    return found;
  const at = StringPrototypeIndexOf.call(TABLE, `\n${code} `);
  if (at < 0)
    return null;
  const start = at + code.length + 2;
  let end = StringPrototypeIndexOf.call(TABLE, '\n', start);
  while (TABLE[end + 1] === ' ')
    end = StringPrototypeIndexOf.call(TABLE, '\n', end + 1);
  const lines = StringPrototypeSplit.call(StringPrototypeSlice.call(TABLE, start + 2, end), '\n ');
  return [TABLE[start], ArrayPrototypeJoin.call(lines, '')];
}

// As util.format('%s', value).
const shown = (value) =>
  (typeof value === 'function' ? FunctionPrototypeToString.call(value) : describe(value));

function text(self, message, args) {
  if (typeof message === 'function')
    return ReflectApply(message, undefined, ArrayPrototypeToSpliced.call(args, 0, 0, self));
  if (args.length === 0 || !StringPrototypeIncludes.call(message, '%s'))
    return message;
  const parts = StringPrototypeSplit.call(message, '%s');
  let out = parts[0];
  for (let i = 1; i < parts.length; i++)
    out += shown(args[i - 1]) + parts[i];
  return out;
}

module.exports = { lookup, text };
