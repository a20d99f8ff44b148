// The answer of a rule: a value, or the reason why there is none. Rules never throw because of a caller's input.
export type Ok<T> = { readonly ok: true; readonly value: T }
export type Err<E> = { readonly ok: false; readonly error: E }
export type Result<T, E = string> = Ok<T> | Err<E>

/** A success that carries `value`. */
export const ok = <T>(value: T): Ok<T> => ({ ok: true, value })

/** A refusal that carries its reason. */
export const err = <E>(error: E): Err<E> => ({ ok: false, error })
