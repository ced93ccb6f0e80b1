import { AddressThrottle, callerOfPerson } from '@wattyard/identity/server'
import {
  finishSheet,
  type HtmlPage,
  type Language,
  LANGUAGES,
  makeSheet,
  maskedReader,
  may,
  type PdfSheet,
  type RawCall,
  Refusal,
  type Route,
  route,
  sayWith,
  sendPdf,
  sheetPage,
  tellPage,
  type Tx,
  type Words,
  wordingOf,
} from '@wattyard/server-kit'
import { z } from 'zod'
import { countOpening, linkBySecret, type OpenedLink } from './share-rows.ts'
import { MAKE_LINKS, SHARE_PATH, type ShareWorld } from './share-routes.ts'

/** Most sheets delivered to one address per minute; a company behind one address opens fewer. */
export const OPENINGS_PER_MINUTE = 60

// Not strict, because apps that forward a link add keys of their own.
const openInput = z.object({
  t: z.string().max(200).catch('').default(''),
  form: z.enum(['page', 'pdf']).catch('page').default('page'),
  lang: z.enum(LANGUAGES).optional().catch(undefined),
})
type OpenCall = RawCall<z.infer<typeof openInput>>

/** A sheet for the holder of a link, with its tenant's texts. */
interface Shared {
  /** Zone of the tenant. */
  readonly zone: string
  sheet: PdfSheet
  translate: Words['translate']
}

/**
 * Returns the sheet of a link, made with its maker's present rights. Null when they no longer suffice: account closed, moved to
 * another part of the company, record deleted, tenant suspended.
 */
async function sheetOf(tx: Tx, call: OpenCall, link: OpenedLink, { index, clock }: ShareWorld): Promise<Shared | null> {
  const language = call.input.lang ?? call.language
  const maker = await callerOfPerson(tx, { tenantId: link.tenant_id, userId: link.maker_id }, language)
  if (!maker || maker.mayReach || !may(maker, MAKE_LINKS) || !may(maker, `${link.resource}:read`)) return null
  const translate = sayWith(call.translateShipped, await wordingOf(tx, link.tenant_id))
  const zone = (await index.houseOf?.(tx))?.zone ?? 'Asia/Shanghai'
  const now = clock.now()
  // A link may travel anywhere, so it shows people masked whatever its maker may see.
  const reader = { tx, caller: maskedReader(maker), index, language, translate, zone, now }
  const name = { resource: link.resource, kind: link.kind, id: link.record_id }
  const content = await makeSheet(reader, name).catch((error: unknown) => {
    // Whatever the maker would be refused, the reader gets the same answer as for any invalid link.
    if (error instanceof Refusal) return null
    throw error
  })
  if (!content || !(await countOpening(tx, link, now))) return null
  return { sheet: await finishSheet(reader, content, null), translate, zone }
}

function sendPage({ reply }: OpenCall, status: number, { text, nonce }: HtmlPage) {
  return reply
    .status(status)
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    )
    .type('text/html; charset=utf-8')
    .send(text)
}

/** Address of the same sheet in another form or language, relative to the page. */
function addressOf({ input }: OpenCall, of: { lang?: Language; form?: 'pdf' }): string {
  const { lang } = input
  const query = new URLSearchParams({ t: input.t, ...(lang ? { lang } : {}), ...of })
  return `?${query.toString()}`
}

/** Returns whether a browser or app prefetches the page. */
function isPrefetch({ request }: OpenCall): boolean {
  const said = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map(name => request.headers[name])
  return said.some(value => typeof value === 'string' && /prefetch|prerender|preview/i.test(value))
}

/**
 * Serves links: `GET /chg/pubapi/share?t=<secret>`, without a session. A wrong, expired or withdrawn secret, and one whose maker
 * may no longer show the sheet, get the same answer. Prefetches get no sheet and are not counted.
 */
export function openShareRoute(world: ShareWorld): Route {
  const wrong = new AddressThrottle()
  const all = new AddressThrottle(OPENINGS_PER_MINUTE)
  const nothing = (call: OpenCall) => ({
    translate: call.translateShipped,
    language: call.input.lang ?? call.language,
    inLanguage: (lang: Language) => addressOf(call, { lang }),
  })
  const refuse = (call: OpenCall, status: number, what: string) => {
    const frame = nothing(call)
    const word = (key: string) => frame.translate(frame.language, `platform.shared.${key}`)
    return sendPage(call, status, tellPage(frame, word(what), word(`${what}What`)))
  }
  return route({
    method: 'GET',
    path: SHARE_PATH,
    access: 'public',
    input: openInput,
    work: 'raw',
    summary: 'one sheet, by a link that somebody of its tenant has made',
    async handle(call: OpenCall) {
      const now = world.clock.now()
      void call.reply.header('x-robots-tag', 'noindex, nofollow, noarchive').header('cache-control', 'no-store')
      const wait = Math.max(wrong.take(call.ip, now), all.take(call.ip, now))
      if (wait > 0) {
        void call.reply.header('retry-after', wait)
        return refuse(call, 429, 'busy')
      }
      if (isPrefetch(call)) return refuse(call, 503, 'busy')
      const link = await call.db.platform(tx => linkBySecret(tx, call.input.t, now), { readOnly: true })
      const shared = link && (await call.db.tenant(link.tenant_id, tx => sheetOf(tx, call, link, world)))
      if (!shared) return refuse(call, 404, 'gone')
      wrong.giveBack(call.ip, now)
      if (call.input.form === 'pdf') {
        await sendPdf(call, { zone: shared.zone, total: 1 }, shared.sheet)
        return undefined
      }
      const frame = { ...nothing(call), translate: shared.translate, language: shared.sheet.language }
      return sendPage(call, 200, await sheetPage(frame, shared.sheet, addressOf(call, { form: 'pdf' })))
    },
  })
}
