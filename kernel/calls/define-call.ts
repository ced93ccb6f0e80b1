import type { z } from 'zod'

/** `public` needs no session; `signed-in` any; else a permission such as `assets.station:read`. */
export type Access = 'public' | 'signed-in' | `${string}.${string}:${string}`

/**
 * A call of the product's API: the one place that states its path, who may call it, what it takes and what it answers.
 * The server room serves it with `serveCall`, the console calls it with `api.call`; neither states the shape again.
 */
export interface CallDeclaration<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** `GET` is a read, which is also answered as a POST; `POST` changes something or carries a long body. */
  readonly method: 'GET' | 'POST'
  /** Below `/chg`, such as `/api/finance/trace`. */
  readonly path: `/${string}`
  readonly access: Access
  /** Only for people who see the whole tenant, whatever they were granted. */
  readonly wholeTenant?: true
  /** Only for people of the tenant that runs the installation. */
  readonly platformOnly?: true
  /** What it does, for the API's description. */
  readonly summary: string
  /** Strict check of query and body together. Queries and forms can only send texts: see `wire.ts`. */
  readonly input: I
  /** What travels back. Keys that it does not name are left out of the answer; a value of another shape is our own fault. */
  readonly output: O
}

/** A declared call that answers something of this shape, whatever it takes. */
export type CallOf<T> = CallDeclaration<z.ZodType, z.ZodType<T>>

/** States a call. The types of input and answer flow from here to both sides. */
// @__NO_SIDE_EFFECTS__
export function defineCall<I extends z.ZodType, O extends z.ZodType>(
  call: CallDeclaration<I, O>,
): CallDeclaration<I, O> {
  return call
}

/** A call whose types follow from what is declared elsewhere, such as the list of a definition: it brings no schemas. */
export interface DerivedCall<I, O> {
  readonly method: 'GET' | 'POST'
  readonly path: `/${string}`
  /** Never there: it carries the types. */
  readonly types?: (input: I) => O
}

/** Whatever the console can ask by. */
export type AnyCall = CallDeclaration | DerivedCall<never, unknown>

/** What the console gives a call. */
export type CallInput<C extends AnyCall> = C extends CallDeclaration
  ? z.input<C['input']>
  : C extends DerivedCall<infer I, unknown>
    ? I
    : never

/** What the console gets of a call. */
export type CallAnswer<C extends AnyCall> = C extends CallDeclaration
  ? z.output<C['output']>
  : C extends DerivedCall<never, infer O>
    ? O
    : never

/** What the server's handler gets: the input checked and parsed. */
export type CheckedInput<C extends CallDeclaration> = z.output<C['input']>

/** What the server's handler returns, before it is brought into the shape of the answer. It is only read. */
export type CallResult<C extends CallDeclaration> = ReadOnly<z.input<C['output']>>

type ReadOnly<T> = T extends readonly (infer I)[]
  ? readonly ReadOnly<I>[]
  : T extends object
    ? { readonly [K in keyof T]: ReadOnly<T[K]> }
    : T
