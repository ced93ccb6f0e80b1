import { type CommandRule, defineResource, type Fields, type Resource, type ResourceRule } from './define-resource.ts'
import { computed, type Field, field, optional } from './field.ts'
import { ownerField, type ScopeFor } from './scope-rule.ts'
import { VERSION_STATES } from './version-state.ts'

/** How the records of a definition are versions of another record. */
export interface VersionedRule<O extends string = string, B extends string = string, T extends boolean = boolean> {
  /** Field that refers to the versioned record: `policy`. */
  readonly of: O
  /** Key of the content in `saveDraft`, and its column: `plans`. Stored as JSON that no list shows. */
  readonly body: B
  /**
   * True: a published version is in force until another begins, at most one at any instant. False: versions only have numbers,
   * and the module decides which one applies.
   */
  readonly timed: T
  /** Several drafts at a time. One when absent, because two would compete. */
  readonly drafts?: 'many'
  /** Publishing may wait for a second person (decision 100). Its idempotency key is then compulsory. */
  readonly twoPeople?: true
}

/* These are functions, called when a definition is made: constants at module level would be part of every console page. */

/** Fields that every version has. */
const versionFields = () => ({
  /** 1, 2, 3 … per versioned record. Numbers of discarded drafts are not used again. */
  number: computed(field.integer()),
  state: computed(field.oneOf(VERSION_STATES)),
  /** Reason for this version. */
  note: optional(field.text({ max: 200 })),
  /** Origin of the content: `version:3` for a copy, a code of the module's own, or empty for an empty start. */
  source: computed(optional(field.text({ max: 80 }))),
  /** Number of problems that prevent publication; 0 when complete. */
  problems: computed(field.integer()),
  editedBy: computed(field.text({ max: 100, privacy: 'personal' })),
  publishedBy: computed(optional(field.text({ max: 100, privacy: 'personal' }))),
  publishedAt: computed(optional(field.instant())),
})

/** Fields of versions with a validity period: in force from ≤ at < to; without an end until the next begins. */
const timedFields = () => ({
  validFrom: computed(optional(field.instant())),
  validTo: computed(optional(field.instant())),
})

type NoFields = Readonly<Record<never, never>>

export type VersionFields<T extends boolean> = ReturnType<typeof versionFields> &
  (T extends true ? ReturnType<typeof timedFields> : NoFields)

const copyOf = <N extends string>(name: N) => optional(field.ref(name))

/** The record's `version` whose content the person saw. A difference means that somebody else has saved in between. */
const revision = () => field.integer({ min: 1, max: 2_147_483_647 })
/** Without a revision, only a draft that the caller saved last is published or discarded. */
const seenInput = () => ({ seen: optional(revision()) })
const publishTimes = () => ({
  ...seenInput(),
  /** Now when absent. */
  validFrom: optional(field.instant()),
  validTo: optional(field.instant()),
  /** Whether this version may end the one that is then in force. */
  replaceCurrent: optional(field.boolean()),
})
const evenIfInUse = () => ({ evenIfInUse: optional(field.boolean()) })
const draftInput = () => ({
  note: optional(field.text({ max: 200 })),
  seen: revision(),
})

type OfInput<O extends string, F extends Fields> = {
  readonly [P in O]: P extends keyof F ? F[P] : Field<'ref', string>
}
type BodyInput<B extends string> = { readonly [P in B]: Field<'json', unknown> }

/** Commands that every version has, with the inputs of this definition. */
export type VersionCommands<
  N extends string,
  F extends Fields,
  O extends string,
  B extends string,
  T extends boolean,
  S extends Fields,
> = {
  readonly createDraft: {
    readonly on: 'none'
    readonly input: OfInput<O, F> & { readonly copyOf: ReturnType<typeof copyOf<N>> } & S
  }
  readonly saveDraft: { readonly on: 'one'; readonly input: BodyInput<B> & ReturnType<typeof draftInput> }
  readonly publish: {
    readonly on: 'one'
    readonly input: ReturnType<typeof seenInput> & (T extends true ? ReturnType<typeof publishTimes> : NoFields)
  }
  readonly retire: {
    readonly on: 'one'
    readonly confirm: true
    readonly input: T extends true ? ReturnType<typeof evenIfInUse> : NoFields
  }
  readonly discardDraft: { readonly on: 'one'; readonly confirm: true; readonly input: ReturnType<typeof seenInput> }
}

/** A definition whose records are versions. */
export type Versioned<
  N extends string = string,
  F extends Fields = Fields,
  C extends Readonly<Record<string, CommandRule>> = Readonly<Record<never, never>>,
  O extends string = string,
  B extends string = string,
  T extends boolean = boolean,
  S extends Fields = Fields,
> = Resource<F & VersionFields<T>, VersionCommands<N, F, O, B, T, S> & C> & {
  readonly versioned: VersionedRule<O, B, T>
}

type Rule<F extends Fields, C extends Readonly<Record<string, CommandRule>>, T extends boolean> = Omit<
  ResourceRule<F, C>,
  'name' | 'writes' | 'label' | 'list' | 'form' | 'fields'
> & {
  readonly fields: F
  readonly list: ResourceRule<F & VersionFields<T>, C>['list']
}

/**
 * Returns a resource whose records are versions: drafts can be edited, published content never changes. It adds the fields of
 * `versionFields` (and `validFrom`, `validTo` when timed) and the commands `createDraft`, `saveDraft`, `publish`, `retire` and
 * `discardDraft`, which `serveVersioned` runs.
 * @throws Error when the definition contradicts itself; that is a programming error and shows at start
 */
export function defineVersioned<
  const N extends `${string}.${string}`,
  const F extends Fields,
  const O extends keyof F & string,
  const B extends string,
  const T extends boolean,
  const S extends Fields = NoFields,
  const C extends Readonly<Record<string, CommandRule>> = Readonly<Record<never, never>>,
>({
  name,
  versioned,
  start,
  ...rule
}: Rule<F, C, T> & {
  readonly name: N
  readonly versioned: VersionedRule<O, B, T>
  /** Additional input of `createDraft`: the source of the content. */
  readonly start?: S
  readonly scope: ScopeFor<F>
}): Versioned<N, F, C, O, B, T, S> {
  const { of, body, timed, twoPeople } = versioned
  const owner: Field | undefined = rule.fields[of]
  if (owner?.kind !== 'ref' || !owner.fixed)
    throw new Error(`${name}: versioned.of names ${of}, which is no fixed reference`)
  if (ownerField({ scope: rule.scope }) !== null) throw new Error(`${name}: versions are nobody's own`)
  const { fixed: _, ...target } = owner
  const commands: Readonly<Record<string, CommandRule>> = {
    createDraft: { on: 'none', input: { [of]: target, copyOf: copyOf(name), ...start } },
    saveDraft: { on: 'one', input: { [body]: field.json(), ...draftInput() } },
    publish: {
      on: 'one',
      ...(timed ? { input: publishTimes() } : { confirm: true as const, input: seenInput() }),
      ...(twoPeople ? { keyed: true as const } : {}),
    },
    retire: { on: 'one', confirm: true, ...(timed ? { input: evenIfInUse() } : {}) },
    discardDraft: { on: 'one', confirm: true, input: seenInput() },
    ...rule.commands,
  }
  const whole = {
    exchange: { export: false } as const,
    ...rule,
    name,
    writes: 'commands-only' as const,
    fields: { ...rule.fields, ...versionFields(), ...(timed ? timedFields() : {}) },
    label: 'number' as const,
    unique: [[of, 'number'], ...(rule.unique ?? [])],
    commands,
  }
  // The parts put together here have the stated type; the compiler cannot follow keys that are type parameters.
  const made = defineResource(whole as unknown as Parameters<typeof defineResource>[0])
  return { ...made, versioned } as unknown as Versioned<N, F, C, O, B, T, S>
}
