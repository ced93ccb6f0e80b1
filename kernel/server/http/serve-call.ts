import type { CallDeclaration, CallResult, CheckedInput } from '@wattyard/calls'
import { DryRun } from './dry-run.ts'
import { type Call, type RawCall, type Route, route } from './route.ts'

interface InTransaction<C extends CallDeclaration> {
  /** `read` runs read-only. */
  work: 'read' | 'write'
  /** Idempotency key compulsory: the answer is stored and repeated for the same key. */
  keyed?: true
  bodyLimit?: number
  members?: number
  handle(call: Call<CheckedInput<C>>): Promise<CallResult<C>>
}

interface OutsideTransaction<C extends CallDeclaration> {
  work: 'raw'
  guests?: true
  /** The body is a file as it is; the input comes in the address. */
  bytes?: true
  bodyLimit?: number
  members?: number
  handle(call: RawCall<CheckedInput<C>>): Promise<CallResult<C>>
}

/**
 * Serves a declared call. The answer is brought into the declared shape before it leaves: what the declaration does not
 * name stays here, and a value of another shape is an error of ours (500), not something to send.
 */
export function serveCall<C extends CallDeclaration>(
  declared: C,
  served: InTransaction<C> | OutsideTransaction<C>,
): Route {
  const { method, input, ...said } = declared
  // The handler's input is what this schema gives, which the types of both sides say.
  const handle = served.handle as (call: never) => Promise<unknown>
  return route({
    ...said,
    ...served,
    method: method === 'GET' ? ['GET', 'POST'] : method,
    input,
    handle: async (call: never) => inShape(declared, await handle(call).catch(dryRunOf(declared))),
  } as Parameters<typeof route>[0])
}

/** A dry run's report leaves its transaction as an error, and is an answer all the same: it has the declared shape, too. */
const dryRunOf =
  (declared: CallDeclaration) =>
  (error: unknown): never => {
    throw error instanceof DryRun ? new DryRun(inShape(declared, error.report)) : error
  }

/** What is answered of a result. @throws Error naming the call and the places where its result is not what it declares */
export function inShape({ path, output }: Pick<CallDeclaration, 'path' | 'output'>, result: unknown): unknown {
  const parsed = output.safeParse(result)
  if (parsed.success) return parsed.data
  const places = parsed.error.issues.slice(0, 5).map(issue => `${issue.path.join('.') || '(whole)'}: ${issue.message}`)
  throw new Error(`${path} answers what it does not declare: ${places.join('; ')}`)
}
