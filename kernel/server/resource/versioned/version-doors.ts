import type { CommandInput, CommandRule, Publication, Typed } from '@wattyard/resource'
import type { VersionedRule } from '@wattyard/resource/versioned'
import type { Clock } from '@wattyard/time'
import type { Caller } from '../../caller.ts'
import type { Shape } from '../../database/columns.ts'
import type { Tx } from '../../database/tx.ts'
import type { Call } from '../../http/route.ts'
import type { LiveBus } from '../../live/live-bus.ts'
import type { Refusal } from '../../refusal.ts'
import type { CommandHandler, Doors, WholeRow } from '../doors.ts'
import type { Basis } from '../second-person.ts'
import type { CommandCall, ResourceRow, ToldDeed } from '../served.ts'

/** A definition made by `defineVersioned`, as far as its types go. */
export interface VersionedTyped extends Typed {
  readonly name: string
  readonly versioned: VersionedRule
  readonly commands: Readonly<Record<VersionCommand, CommandRule>> & Readonly<Record<string, CommandRule>>
}

export type VersionCommand = 'createDraft' | 'saveDraft' | 'publish' | 'retire' | 'discardDraft'

/** A row of any versioned definition; times only where it has them. */
export type AnyVersion = ResourceRow & {
  number: number
  state: 'draft' | 'published' | 'retired'
  edited_by: string
  edited_by_id: string | null
  valid_from_at?: number | null
  valid_to_at?: number | null
}

/** What is to be said of a draft's content. */
export interface Judgement {
  /** Faults that forbid publication; 0 when it is complete. */
  readonly count: number
  /** What `saveDraft` answers as `problems`: the faults themselves, or how many. */
  readonly told: unknown
  /** Why it cannot be published; null when it can. */
  readonly refusal: Refusal | null
  /** Columns that are told from the content, such as how many rows it has. */
  readonly columns?: Readonly<Record<string, unknown>>
}

/** What a new draft begins with. */
export interface Beginning<B> {
  readonly body: B
  readonly judged: Judgement
  /** Where it comes from; `version:3` of a copy unless said. */
  readonly source?: string | null
  /** Columns of the module's own. */
  readonly columns?: Readonly<Record<string, unknown>>
}

/** A publication that is about to be written. */
export interface Publishing {
  /** When it holds, epoch ms; null for versions without times. */
  readonly planned: Exclude<Publication, { readonly ok: false }> | null
  /** Epoch ms. */
  readonly now: number
}

/** How publishing waits for a second person: needed where the definition says `twoPeople`. */
export interface TwoPeople<R extends VersionedTyped, I extends Shape> {
  /** Accounts that are one person with this one, itself among them (decision 316). */
  readonly joined: (tx: Tx, userId: string) => Promise<readonly string[]>
  /** What people call the version: `Night prices · v3`. */
  readonly subject: (call: CommandCall, draft: WholeRow<R, I>) => Promise<string>
  /** What goes into the published version besides the draft; see `alsoRestsOn` of a second person's rule. */
  readonly alsoRestsOn?: (call: CommandCall, draft: WholeRow<R, I>) => Promise<Basis>
  /** See `place` of a second person's rule. */
  readonly place?: (
    call: CommandCall,
    draft: WholeRow<R, I>,
  ) => Promise<{ station_id: string; operator_id: string } | null>
  /** See `next` of a second person's rule. */
  readonly next?: (draft: WholeRow<R, I>) => `/${string}`
}

/** Commands of the module's own, beside those of versions. */
type OwnCommands<R extends VersionedTyped, I extends Shape> = {
  readonly [N in Exclude<keyof R['commands'], VersionCommand>]: CommandHandler<R, N, I>
}

/** What a module says of its versions; `B` is their content. */
export type VersionDoors<R extends VersionedTyped, I extends Shape, B> = Omit<
  Doors<R, I>,
  'commands' | 'secondPerson' | 'allows' | 'inner'
> & {
  /** Columns that are no fields; the content is among them under its key. */
  readonly inner: I
  readonly commands?: OwnCommands<R, I>
  /** Checks the shape of content as it was sent; faults inside are for `judge`. Throws Refusal, naming the cell. */
  readonly read: (value: unknown) => B
  readonly judge: (tx: Tx, draft: WholeRow<R, I>, body: B) => Promise<Judgement>
  /**
   * Locks what the versions belong to: whoever numbers, publishes or retires them waits for the others there. A lock of
   * the kernel's own unless said. Throws Refusal where there is no such thing.
   */
  readonly lockOwner?: (tx: Tx, ownerId: string) => Promise<unknown>
  /** What a draft begins with; the owner is locked. `copied` is the version that `copyOf` names, of whatever owner. */
  readonly begin: (
    call: Call,
    input: CommandInput<R, 'createDraft'>,
    copied: WholeRow<R, I> | null,
  ) => Promise<Beginning<B>>
  /** Columns and answer of the module's own when a version is published; what it writes elsewhere follows in `published`. */
  readonly seal?: (
    tx: Tx,
    draft: WholeRow<R, I>,
    publishing: Publishing,
  ) => Promise<{
    readonly columns: Readonly<Record<string, unknown>>
    readonly answer: Readonly<Record<string, unknown>>
    /** What the history says of the publication besides the time from which it holds. */
    readonly told?: ToldDeed
  }>
  /** What follows a publication in the same transaction; returns more for its answer. */
  readonly published?: (call: Call, version: WholeRow<R, I>) => Promise<Readonly<Record<string, unknown>>>
  /** Of timed versions: refuses to retire one whose time nobody takes over, unless the caller knows. */
  readonly mayEnd?: (call: Call, version: WholeRow<R, I>, now: number) => Promise<void>
  readonly twoPeople?: TwoPeople<R, I>
  /** Where screens hear of changes; nobody listens when absent. */
  readonly live?: LiveBus | undefined
  /** The machine's when absent. */
  readonly clock?: Clock | undefined
}

/** The doors with the types of their definition taken away, for the handlers here. */
export interface AnyVersionDoors {
  read: (value: unknown) => unknown
  judge: (tx: Tx, draft: AnyVersion, body: unknown) => Promise<Judgement>
  lockOwner: (tx: Tx, ownerId: string) => Promise<unknown>
  begin: (call: Call, input: Record<string, unknown>, copied: AnyVersion | null) => Promise<Beginning<unknown>>
  seal?: (
    tx: Tx,
    draft: AnyVersion,
    publishing: Publishing,
  ) => Promise<{
    columns: Readonly<Record<string, unknown>>
    answer: Readonly<Record<string, unknown>>
    told?: ToldDeed
  }>
  published?: (call: Call, version: AnyVersion) => Promise<Readonly<Record<string, unknown>>>
  mayEnd?: (call: Call, version: AnyVersion, now: number) => Promise<void>
  twoPeople?: {
    joined: (tx: Tx, userId: string) => Promise<readonly string[]>
    subject: (call: CommandCall, draft: AnyVersion) => Promise<string>
    alsoRestsOn?: (call: CommandCall, draft: AnyVersion) => Promise<Basis>
    place?: (call: CommandCall, draft: AnyVersion) => Promise<{ station_id: string; operator_id: string } | null>
    next?: (draft: AnyVersion) => `/${string}`
  }
  live?: LiveBus
  clock: Clock
}

export type Asking = Pick<Call, 'tx'> & { readonly caller: Pick<Caller, 'userId'> }
