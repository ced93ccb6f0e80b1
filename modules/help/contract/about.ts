/** A third-party component of the product. */
export interface Component {
  /** With its scope: `@fastify/static`. */
  readonly name: string
  readonly version: string
  /** SPDX expression. */
  readonly licence: string
  /** Package URL, which names it everywhere: `pkg:npm/zod@4.6.7`. */
  readonly purl: string
  /** Comes along only on machines of its kind. */
  readonly isOptional: boolean
}

export interface ReleaseNotes {
  readonly version: string
  /** In the reader's language; the Markdown that help is written in. */
  readonly text: string
}

/** What only administrators are told: it helps whoever looks for a way in. */
export interface Engines {
  readonly database: string
  readonly node: string
  /** Number and name of the last migration. */
  readonly schema: string
}

/** Answer of `/chg/api/help/about`. */
export interface About {
  readonly version: string
  /** Commit the program was taken from; null when it is not known. */
  readonly commit: string | null
  /** When this process began, milliseconds since 1970. */
  readonly startedAt: number
  /** IANA zone of the caller's tenant. */
  readonly zone: string
  /** Licence of the product itself. */
  readonly licence: string
  readonly engines: Engines | null
  /** Newest first. */
  readonly notes: readonly ReleaseNotes[]
}

/** Answer of `/chg/api/help/components`. */
export interface Components {
  readonly list: readonly Component[]
}

/** Answer of `/chg/api/help/licence`: the text as the package ships it; null when it ships none. */
export interface LicenceText {
  readonly text: string | null
}
