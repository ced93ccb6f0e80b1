import {
  type CallAnswer,
  defineCall,
  flagInput,
  idInput,
  instant,
  searchWord,
  wholeInput,
  momentInput,
} from '@wattyard/calls'
import { z } from 'zod'
import { BOXES } from '../message.ts'
import { SEVERITIES } from '../severity.ts'

/** Most that one answer carries; who has more leafs on. */
export const MOST_LISTED = 200
const MAX_BATCH = 500

const ids = z.union([
  z.array(idInput).min(1).max(MAX_BATCH),
  z
    .string()
    .max(40 * MAX_BATCH)
    .transform(text => text.split(','))
    .pipe(z.array(idInput).min(1).max(MAX_BATCH)),
])
const readFlag = z.enum(['0', '1'])

/** A message as its reader gets it, in their language. */
const message = z.object({
  id: z.string(),
  /** `module.word`. */
  kind: z.string(),
  /** What the kind is called. */
  kindName: z.string(),
  severity: z.enum(SEVERITIES),
  title: z.string(),
  text: z.string(),
  /** Address in the console where it is dealt with; null when there is nothing to do. */
  link: z.string().nullable(),
  /** Of the latest piece of news when several were gathered. */
  createdAt: instant,
  /** How many pieces of news it gathers; 1 for one. */
  count: z.int(),
  /** The contract's flag (§3): '0' unread, '1' read. */
  readFlag,
  archived: z.boolean(),
  /** Who wrote it, when a colleague did: one can answer. */
  from: z.object({ id: z.string(), name: z.string() }).nullable(),
})
export type Message = z.output<typeof message>

export const listMessages = defineCall({
  method: 'GET',
  path: '/api/msg/list',
  access: 'signed-in',
  summary: 'messages to the caller, newest first; readFlag 0 gives the unread ones',
  input: z.strictObject({
    readFlag: readFlag.optional(),
    box: z.enum(BOXES).default('inbox'),
    kind: z.string().max(80).optional(),
    severity: z.enum(SEVERITIES).optional(),
    from: momentInput.optional(),
    to: momentInput.optional(),
    q: searchWord,
    pageSize: wholeInput(1, MOST_LISTED).default(MOST_LISTED),
    /** Where the page before ended. */
    after: z
      .string()
      .regex(/^\d{1,16}\.[0-9a-f-]{36}$/)
      .optional(),
  }),
  output: z.object({
    list: z.array(message),
    /** How many are unread in the inbox, those beyond the list included. */
    unread: z.int(),
    /** Where the next page begins; null at the end. */
    next: z.string().nullable(),
  }),
})
export type MessageList = CallAnswer<typeof listMessages>

const unread = z.object({ unread: z.int() })
const write = { method: 'POST', access: 'signed-in', output: unread } as const

export const readMessages = defineCall({
  ...write,
  path: '/api/msg/read',
  summary: 'marks messages as read or unread; without an id all of the inbox as read',
  /** Without an id every message of the inbox is meant. */
  input: z.strictObject({ id: idInput.optional(), ids: ids.optional(), readFlag: readFlag.default('1') }),
})

export const archiveMessages = defineCall({
  ...write,
  path: '/api/msg/archive',
  summary: 'puts messages away, or back into the inbox',
  input: z.strictObject({ ids, archived: flagInput.default(true) }),
})

export const deleteMessages = defineCall({
  ...write,
  path: '/api/msg/del',
  summary: 'deletes messages of the caller',
  input: z.strictObject({ ids }),
})

export type UnreadCount = CallAnswer<typeof readMessages>

export const messageKinds = defineCall({
  method: 'GET',
  path: '/api/msg/kinds',
  access: 'signed-in',
  summary: 'kinds of messages by their names',
  input: z.strictObject({}),
  output: z.object({
    list: z.array(
      z.object({ name: z.string(), word: z.string(), severity: z.enum(SEVERITIES), compulsory: z.boolean() }),
    ),
  }),
})
/** A kind as its rules and filters name it, in the reader's language. */
export type KindName = CallAnswer<typeof messageKinds>['list'][number]
