import type { Access } from '@wattyard/calls'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Caller } from '../caller.ts'
import type { Database } from '../database/database.ts'
import type { Tx } from '../database/tx.ts'
import type { Language, Words } from '../words.ts'

/** What a handler gets. `tx` is open; it commits when the handler returns and rolls back when it throws. */
export interface Call<I = unknown> {
  tx: Tx
  input: I
  /** The caller; absent only on public routes without a session. */
  caller: Caller
  language: Language
  /** In the words of the caller's tenant. */
  translate: Words['translate']
  /** In the product's own words, whatever the tenant says instead. */
  translateShipped: Words['translate']
  ip: string
  userAgent: string
  requestId: string
  /** Key of a command that moves money or a device. */
  idempotencyKey: string | null
}

/** A call without an open transaction, for streams, sockets and long work. */
export interface RawCall<I = unknown> extends Omit<Call<I>, 'tx' | 'caller'> {
  db: Database
  caller: Caller | null
  /**
   * A reading transaction for work that lasts, with the caller looked up anew as for a call of its own: whoever was shut
   * out meanwhile reads no further.
   *
   * @throws Refusal when the session has ended or the right is gone
   */
  read<T>(work: (tx: Tx, caller: Caller) => Promise<T>): Promise<T>
  /**
   * A writing transaction, likewise.
   *
   * @throws Refusal when the session has ended or the right is gone
   */
  write<T>(work: (tx: Tx, caller: Caller) => Promise<T>): Promise<T>
  /**
   * Looks the caller up anew while a transaction of the call is at work, in a turn of the product's own.
   *
   * @throws Refusal when the session has ended or the right is gone
   */
  mustStillMay(): Promise<void>
  /** Given when the server begins to close: an answer without an end of its own ends then. */
  closing: AbortSignal
  request: FastifyRequest
  reply: FastifyReply
}

interface RouteBase<I> {
  method: 'GET' | 'POST' | readonly ('GET' | 'POST')[]
  /**
   * Below `/chg`, such as `/api/device/station/list`. A part `:name` takes any text, which is the input `name`: for addresses that
   * others call and whose query they drop or add to.
   */
  path: `/${string}`
  access: Access
  /** Only for people of the tenant that runs the installation, whatever others were granted. */
  platformOnly?: true
  /** Only for people who see the whole tenant, whatever they were granted; routes of a definition have its scope. */
  wholeTenant?: true
  /** The caller of the handler sees only the station chosen in the console, where the request names one (decision 378). */
  stations?: 'narrowed'
  /** Strict check of path, query and body together. */
  input: z.ZodType<I>
  /** The answer's schema, of a declared call: for the API's description. */
  output?: z.ZodType
  summary?: string
  /** Prefix of the words of the input's fields, such as `assets.station`: a refusal of fields then says what they are called. */
  fieldWords?: string
  /** Largest body in bytes; 256 KiB when absent, 16 KiB where nobody has to be signed in. */
  bodyLimit?: number
  /** Most members and list entries of a JSON body; 2,000 when absent, 100 where nobody has to be signed in. */
  members?: number
}

export interface TransactionRoute<I> extends RouteBase<I> {
  /** `read` runs read-only. */
  work: 'read' | 'write'
  /** Idempotency key compulsory: the answer is stored and repeated for the same key. */
  keyed?: true
  handle(call: Call<I>): Promise<unknown>
}

export interface RawRoute<I> extends RouteBase<I> {
  work: 'raw'
  /** It changes nothing and takes nothing away, so that guests may call it too; others they may not. */
  guests?: true
  /** The body is neither form nor JSON: the handler reads its bytes itself, and the input is path and query alone. */
  bytes?: true
  /** Answers by itself through `reply`, or returns data for the envelope. */
  handle(call: RawCall<I>): Promise<unknown>
}

// Routes of all kinds live in one list; each was checked against its own input type by `route`.
export type Route = TransactionRoute<never> | RawRoute<never>

/** Declares a route; the input's type flows from its schema into the handler. */
export function route<I>(definition: TransactionRoute<I> | RawRoute<I>): Route {
  // A handler of I is stored among handlers of other inputs; the app only calls it with what its schema gave.
  return definition as unknown as Route
}
