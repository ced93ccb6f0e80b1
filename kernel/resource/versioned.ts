import { type CommandRule, defineResource, type Fields, type Resource, type ResourceRule } from './define-resource.ts'
import { computed, type Field, field, optional } from './field.ts'
import { ownerField, type ScopeFor } from './scope-rule.ts'
import { VERSION_STATES } from './version-state.ts'

/** How a definition's records are versions of something. */
export interface VersionedRule<O extends string = string, B extends string = string, T extends boolean = boolean> {
  /** Field that points at what it is a version of: `policy`. */
  readonly of: O
  /** Key under which the content travels in `saveDraft`, and its column: `plans`. Kept as JSON that no list shows. */
  readonly body: B
  /**
   * A published version holds from a moment until another begins, at every moment at most one. Else versions only follow
   * each other by number and the module says which is used.
   */
  readonly timed: T
  /** Drafts beside each other: one, because two would compete, unless many are wanted. */
  readonly drafts?: 'many'
  /** Publishing may wait for a second person (decision 100); its idempotency key is compulsory then. */
  readonly twoPeople?: true
}

/*
 * Fields and inputs are made when a definition is: what is made while a file is loaded would be part of every console page.
 */

/** Fields that every version has. */
const versionFields = () => ({
  /** 1, 2, 3 … of what it is a version of; numbers of discarded drafts are not used again. */
  number: computed(field.integer()),
  state: computed(field.oneOf(VERSION_STATES)),
  /** Why this version came to be. */
  note: optional(field.text({ max: 200 })),
  /** `version:3` for a copy, another word of the module's own, or nothing for an empty start. */
  source: computed(optional(field.text({ max: 80 }))),
  /** What still forbids publication; 0 when it is complete. */
  problems: computed(field.integer()),
  editedBy: computed(field.text({ max: 100, privacy: 'personal' })),
  publishedBy: computed(optional(field.text({ max: 100, privacy: 'personal' }))),
  publishedAt: computed(optional(field.instant())),
})

/** Fields of versions that hold for a time: in force from ≤ at < to, without an end until the next begins. */
const timedFields = () => ({
  validFrom: computed(optional(field.instant())),
  validTo: computed(optional(field.instant())),
})

type NoFields = Readonly<Record<never, never>>

export type VersionFields<T extends boolean> = ReturnType<typeof versionFields> &
  (T extends true ? ReturnType<typeof timedFields> : NoFields)

const copyOf = <N extends string>(name: N) => optional(field.ref(name))

const publishTimes = () => ({
  /** At once when left out. */
  validFrom: optional(field.instant()),
  validTo: optional(field.instant()),
  /** Says that the version in force then may be ended by this one. */
  replaceCurrent: optional(field.boolean()),
})
const evenIfInUse = () => ({ evenIfInUse: optional(field.boolean()) })
const draftInput = () => ({
  note: optional(field.text({ max: 200 })),
  /** The record's `version` as it was read; another one has been saved in between when it differs. */
  seen: field.integer(),
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
  readonly publish: { readonly on: 'one'; readonly input: T extends true ? ReturnType<typeof publishTimes> : NoFields }
  readonly retire: {
    readonly on: 'one'
    readonly confirm: true
    readonly input: T extends true ? ReturnType<typeof evenIfInUse> : NoFields
  }
  readonly discardDraft: { readonly on: 'one'; readonly confirm: true }
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
 * Makes a resource whose records are versions of something: drafts are written freely, what is published never changes.
 * Its fields besides those of the definition are those of `versionFields` (and `validFrom`, `validTo` of timed ones), its commands
 * `createDraft`, `saveDraft`, `publish`, `retire` and `discardDraft`; `serveVersioned` runs them.
 *
 * @throws Error when the definition contradicts itself; it is a mistake of ours, seen at start
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
  /** What `createDraft` takes besides: where the content comes from. */
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
      ...(timed ? { input: publishTimes() } : { confirm: true as const }),
      ...(twoPeople ? { keyed: true as const } : {}),
    },
    retire: { on: 'one', confirm: true, ...(timed ? { input: evenIfInUse() } : {}) },
    discardDraft: { on: 'one', confirm: true },
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
  // What was put together here is what the type says; the compiler does not follow keys that are parameters.
  const made = defineResource(whole as unknown as Parameters<typeof defineResource>[0])
  return { ...made, versioned } as unknown as Versioned<N, F, C, O, B, T, S>
}
