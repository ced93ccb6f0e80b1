import {
  type CallAnswer,
  defineCall,
  flagInput,
  idInput,
  idsInput,
  instant,
  searchWord,
  wholeInput,
  momentInput,
} from '@wattyard/calls'
import { z } from 'zod'
import { BOXES } from '../message.ts'
import { SEVERITIES } from '../severity.ts'

/** Most messages in one answer; more need further pages. */
export const MOST_LISTED = 200
const MAX_BATCH = 500

const ids = idsInput(MAX_BATCH)
const readFlag = z.enum(['0', '1'])

/** A message in its reader's language. */
const message = z.object({
  id: z.string(),
  /** `module.word`. */
  kind: z.string(),
  /** Name of the kind. */
  kindName: z.string(),
  severity: z.enum(SEVERITIES),
  title: z.string(),
  text: z.string(),
  /** Console address where the message can be dealt with; null when there is nothing to do. */
  link: z.string().nullable(),
  /** Instant of the newest event when the message combines several. */
  createdAt: instant,
  /** Number of combined events; 1 for a single one. */
  count: z.int(),
  /** The contract's flag (§3): '0' unread, '1' read. */
  readFlag,
  archived: z.boolean(),
  /** Author when a colleague wrote it; readers can then reply. */
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
    /** Cursor: `next` of the previous page. */
    after: z
      .string()
      .regex(/^\d{1,16}\.[0-9a-f-]{36}$/)
      .optional(),
  }),
  output: z.object({
    list: z.array(message),
    /** Number of unread messages in the whole inbox. */
    unread: z.int(),
    /** Cursor of the next page; null at the end. */
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
  /** Without an id, all messages of the inbox. */
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
