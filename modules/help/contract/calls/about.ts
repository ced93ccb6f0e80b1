import { type CallAnswer, defineCall, instant } from '@wattyard/calls'
import { z } from 'zod'

const component = z.object({
  /** With its scope: `@ant-design/icons`. */
  name: z.string(),
  version: z.string(),
  /** SPDX expression. */
  licence: z.string(),
  /** Package URL: `pkg:npm/zod@4.6.7`. */
  purl: z.string(),
  /** Installed only on machines of its platform. */
  isOptional: z.boolean(),
})
/** A third-party component of the product. */
export type Component = z.output<typeof component>

const releaseNotes = z.object({
  version: z.string(),
  /** In the reader's language, in the same Markdown as the help. */
  text: z.string(),
})
export type ReleaseNotes = z.output<typeof releaseNotes>

const engines = z.object({
  database: z.string(),
  node: z.string(),
  /** Number and name of the last migration. */
  schema: z.string(),
})
/** Versions that only administrators see, because they help attackers. */
export type Engines = z.output<typeof engines>

export const readAbout = defineCall({
  method: 'GET',
  path: '/api/help/about',
  access: 'signed-in',
  summary: 'version, release notes, and for administrators the engines',
  input: z.strictObject({}),
  output: z.object({
    version: z.string(),
    /** Commit of the build; null when unknown. */
    commit: z.string().nullable(),
    /** Start of this process. */
    startedAt: instant,
    /** IANA zone of the caller's tenant. */
    zone: z.string(),
    /** Licence of the product itself. */
    licence: z.string(),
    engines: engines.nullable(),
    /** Newest first. */
    notes: z.array(releaseNotes),
  }),
})
export type About = CallAnswer<typeof readAbout>

export const listComponents = defineCall({
  method: 'GET',
  path: '/api/help/components',
  access: 'signed-in',
  summary: 'third-party components with their licences',
  input: z.strictObject({}),
  output: z.object({ list: z.array(component) }),
})

export const readLicence = defineCall({
  method: 'GET',
  path: '/api/help/licence',
  access: 'signed-in',
  summary: 'text of a component’s licence',
  input: z.strictObject({ purl: z.string().max(300) }),
  /** Licence text as shipped in the package; null when there is none. */
  output: z.object({ text: z.string().nullable() }),
})
