// A threshold that is no time is refused.
// flags: --blocked=soon
// exit: 9
// says: .*: --blocked takes a time such as 50, 50ms or 1s
