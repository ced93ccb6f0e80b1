import type { z } from 'zod'

/**
 * Who may call: `public` needs no session, `signed-in` any session, otherwise the session's person needs this permission, such as
 * `assets.station:read`.
 */
export type Access = 'public' | 'signed-in' | `${string}.${string}:${string}`

/**
 * Declaration of one API call: path, access, input and output. The server implements it with `serveCall`, the console calls it
 * with `api.call`; neither repeats the shapes.
 */
export interface CallDeclaration<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** `GET` reads; the server also accepts it as a POST. `POST` changes something or carries a long body. */
  readonly method: 'GET' | 'POST'
  /** Path below `/chg`, such as `/api/finance/trace`. The values of its `:name` parts are taken from the input. */
  readonly path: `/${string}`
  readonly access: Access
  /** Only for people who see the whole tenant, whatever permissions they have. */
  readonly wholeTenant?: true
  /** Only for people of the tenant that runs the installation. */
  readonly platformOnly?: true
  /** Answers for the station chosen in the console alone, named by `atStation`, where the caller names one (decision 378). */
  readonly stations?: 'narrowed'
  /** Summary for the API's description. */
  readonly summary: string
  /** Strict schema of path, query and body together. Queries and forms can only send texts: see `wire.ts`. */
  readonly input: I
  /** Schema of the answer. The server drops keys that it does not name; a value of another shape is a programming error. */
  readonly output: O
}

/** A declared call whose answer is `T`, with any input. */
export type CallOf<T> = CallDeclaration<z.ZodType, z.ZodType<T>>

/** Key in a query or body that names the chosen station. */
export const AT_STATION = 'atStation'

/** Input of every narrowed call beside its own: the chosen station's id, or null for all stations. */
export interface AtStation {
  readonly [AT_STATION]: string | null
}

/** A call whose answer follows the chosen station. The console has to say which one, or that there is none. */
export type NarrowedCall<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = CallDeclaration<I, O> & {
  readonly stations: 'narrowed'
}

/** Declares a call. Server and console take the types of input and answer from it. */
export function defineCall<I extends z.ZodType, O extends z.ZodType>(call: NarrowedCall<I, O>): NarrowedCall<I, O>
export function defineCall<I extends z.ZodType, O extends z.ZodType>(call: CallDeclaration<I, O>): CallDeclaration<I, O>
// @__NO_SIDE_EFFECTS__
export function defineCall<I extends z.ZodType, O extends z.ZodType>(
  call: CallDeclaration<I, O>,
): CallDeclaration<I, O> {
  return call
}

/** A call whose types are derived from another declaration, such as the list of a definition. It has no schemas. */
export interface DerivedCall<I, O> {
  readonly method: 'GET' | 'POST'
  readonly path: `/${string}`
  /** Never present at run time: carries the types. */
  readonly types?: (input: I) => O
}

/** Any call that the console can make. */
export type AnyCall = CallDeclaration | DerivedCall<never, unknown>

/** Own input of a narrowed call with the station; an empty object allows no key, so it adds none. */
type WithStation<I> = string extends keyof I ? AtStation : I & AtStation

/** Input of a call as the console gives it. */
export type CallInput<C extends AnyCall> = C extends NarrowedCall
  ? WithStation<z.input<C['input']>>
  : C extends CallDeclaration
    ? z.input<C['input']>
    : C extends DerivedCall<infer I, unknown>
      ? I
      : never

/** Answer of a call as the console gets it. */
export type CallAnswer<C extends AnyCall> = C extends CallDeclaration
  ? z.output<C['output']>
  : C extends DerivedCall<never, infer O>
    ? O
    : never

/** Input of the server's handler, checked and parsed. */
export type CheckedInput<C extends CallDeclaration> = z.output<C['input']>

/** Return value of the server's handler, before the output schema is applied. It is never modified. */
export type CallResult<C extends CallDeclaration> = ReadOnly<z.input<C['output']>>

type ReadOnly<T> = T extends readonly (infer I)[]
  ? readonly ReadOnly<I>[]
  : T extends object
    ? { readonly [K in keyof T]: ReadOnly<T[K]> }
    : T
