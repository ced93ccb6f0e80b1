import { tenantById } from '@wattyard/identity/server'
import {
  type Caller,
  type RawCall,
  Refusal,
  type Route,
  route,
  serveCall,
  type Tx,
  whenOver,
} from '@wattyard/server-kit'
import { businessDayOf } from '@wattyard/time'
import { z } from 'zod'
import { type AssistantEvent, MAX_QUESTION, MAX_TURN, MAX_TURNS } from '../../contract/assistant.ts'
import { assistantTicket } from '../../contract/calls/assistant.ts'
import { askService, type Service, ServiceFailure } from './ask-service.ts'
import { notingOf } from './noting-of.ts'
import { messagesFor, sectionsFor } from './prompt.ts'
import { countQuestion } from './quota.ts'
import { serviceOf } from './service-of.ts'
import { storedSettings } from './stored-settings.ts'
import { isTicketGood, issueTicket, TICKET_MS } from './ticket.ts'
import type { AssistantWorld } from './world.ts'

const ASK = 'help.assistant:ask'
const CHAT_PATH = '/api/ai/chat'
/** Most concurrent answers over all callers. */
const MAX_ANSWERS = 50

const chatInput = z.strictObject({
  ticket: z.string().max(100),
  question: z.string().trim().min(1).max(MAX_QUESTION),
  turns: z
    .array(z.strictObject({ question: z.string().max(MAX_QUESTION), answer: z.string().max(MAX_TURN) }))
    .max(MAX_TURNS)
    .default([]),
})

const off = () => new Refusal('help.assistantOff')

/** Settings that are on, the question counted, the key open: all that is needed of the database. */
async function begin(tx: Tx, { tenantId, userId }: Caller, world: AssistantWorld): Promise<Service> {
  const row = await storedSettings(tx, tenantId, { lock: true })
  if (!row?.is_on) throw off()
  const service = serviceOf(row, tenantId, world)
  const tenant = await tenantById(tx, tenantId)
  await countQuestion(tx, { tenantId, userId }, businessDayOf(world.clock.now(), tenant?.zone ?? 'Asia/Shanghai'), row)
  return service
}

function openStream({ raw: out }: RawCall['reply']): (event: AssistantEvent) => void {
  out.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  return event => void out.write(`data: ${JSON.stringify(event)}\n\n`)
}

/** Returns the contract's `ai/getToken`, and the stream that its ticket is for. */
export function chatRoutes(world: AssistantWorld): readonly Route[] {
  /** People who are getting an answer; each can ask one question at a time. */
  const answering = new Set<string>()
  return [
    serveCall(assistantTicket, {
      work: 'read',
      async handle({ tx, caller }) {
        if (caller.readOnly) throw new Refusal('kernel.readOnly', { status: 403 })
        const row = await storedSettings(tx, caller.tenantId)
        if (!row?.is_on) throw off()
        return {
          token: issueTicket(world.key, caller, world.clock.now()),
          expiresIn_s: TICKET_MS / 1000,
          path: CHAT_PATH,
        }
      },
    }),
    route({
      method: 'POST',
      path: CHAT_PATH,
      access: ASK,
      input: chatInput,
      work: 'raw',
      summary: 'an answer from the help, as it comes',
      async handle({ caller, db, input: { ticket, question, turns }, language, reply, request, requestId, translate }) {
        if (!caller) throw new Error('a route with a permission has a caller')
        if (!isTicketGood(world.key, caller, ticket, world.clock.now()))
          throw new Refusal('help.ticketGone', { status: 409 })
        if (answering.has(caller.userId) || answering.size >= MAX_ANSWERS)
          throw new Refusal('help.assistantBusy', { status: 429, params: { seconds: 5 } })
        answering.add(caller.userId)
        const leaving = new AbortController()
        whenOver(request, reply, () => leaving.abort())
        let isSignedOut = false
        const unwatch = world.sessions.watch(db, caller, () => {
          isSignedOut = true
          leaving.abort()
        })
        let tell: ((event: AssistantEvent) => void) | null = null
        try {
          const service = await db.tenant(caller.tenantId, tx => begin(tx, caller, world))
          const pages = await world.texts.pagesFor(caller, language)
          const sections = sectionsFor(pages, question, turns.at(-1)?.question ?? '')
          const messages = messagesFor(question, turns, sections, language)
          const answer = await askService(
            service,
            messages,
            world.limits,
            leaving.signal,
            notingOf(db, caller.tenantId, requestId, world.clock),
          )
          reply.hijack()
          tell = openStream(reply)
          tell({ type: 'used', sections: sections.map(({ topic, id, title }) => ({ topic, id, title })) })
          for await (const text of answer) tell({ type: 'text', text })
          tell({ type: 'end' })
        } catch (error) {
          if (!(error instanceof ServiceFailure)) throw error
          if (isSignedOut && !tell) throw new Refusal('identity.signedOut', { status: 401 })
          if (leaving.signal.aborted) return
          world.log.warn({ result: error.result, status: error.status }, 'the assistant’s service gave no answer')
          const code = error.result === 'timeout' ? 'assistantSlow' : 'assistantUnavailable'
          if (!tell) throw new Refusal(`help.${code}`, { status: 503, params: { seconds: 30 } })
          tell({ type: 'error', msg: translate(language, `help.error.${code}`) })
        } finally {
          unwatch()
          answering.delete(caller.userId)
          if (tell) reply.raw.end()
        }
      },
    }),
  ]
}
