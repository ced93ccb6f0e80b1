import { listShareLinks, makeShareLink, withdrawShareLink } from '@wattyard/calls'
import {
  actorOf,
  audit,
  type Call,
  makeSheet,
  may,
  nameOfRecord,
  RECORD_SHEET,
  Refusal,
  type ResourceIndex,
  type Route,
  serveCall,
} from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import { insertLink, listLinks, withdrawLink } from './share-rows.ts'

/** Where a link leads, below the address of the product. */
export const SHARE_PATH = '/pubapi/share'

/** Right to make links of sheets that one may read. */
export const MAKE_LINKS = 'platform.shareLink:make'

/** What is needed to make links and to open them. */
export interface ShareWorld {
  index: ResourceIndex
  clock: Clock
}

/** Proves that the caller reaches the sheet, and tells what it is called and where it lies. */
async function sheetToShare(
  { tx, caller, language, translate, input }: Call<{ resource: string; kind: string; id: string }>,
  { index, clock }: ShareWorld,
) {
  // Who makes links of what they may not read would read it by the link.
  if (!may(caller, `${input.resource}:read`)) throw new Refusal('kernel.forbidden', { status: 403 })
  const zone = (await index.houseOf?.(tx))?.zone ?? 'Asia/Shanghai'
  const { title, place } = await makeSheet({ tx, caller, index, language, translate, zone, now: clock.now() }, input)
  // In a list of links each says which record it is of; the sheet of all fields is called by its record.
  const isNamed = input.kind === RECORD_SHEET
  const name = isNamed ? null : await nameOfRecord(tx, index, input.resource, input.id, language)
  return { title: name && !title.includes(name) ? `${title} ${name}` : title, place }
}

/** Routes for the people of a tenant: links are made, listed and withdrawn; the history of the record tells it. */
export function shareRoutes(world: ShareWorld): Route[] {
  const { clock, index } = world
  return [
    serveCall(makeShareLink, {
      work: 'write',
      async handle(call) {
        const { tx, caller, input } = call
        const { title, place = { operatorId: null, stationId: null } } = await sheetToShare(call, world)
        const now = clock.now()
        const { days, ...name } = input
        const { id, secret, expiresAt } = await insertLink(tx, caller, { name, title, place, days, now })
        const after = { sheet: input.kind, expiresAt, link: id }
        await audit(tx, actorOf(call), [{ resource: input.resource, recordId: input.id, action: 'share', after }], now)
        return { id, path: `/chg${SHARE_PATH}?t=${secret}`, expiresAt }
      },
    }),
    serveCall(listShareLinks, {
      work: 'read',
      async handle({ tx, caller, input }) {
        const now = clock.now()
        const { list, total } = await listLinks(tx, caller, index, input)
        return {
          list: list.map(row => ({ ...row, isLive: row.withdrawnAt === null && row.expiresAt > now })),
          total,
          asOf: now,
        }
      },
    }),
    serveCall(withdrawShareLink, {
      work: 'write',
      async handle(call) {
        const { tx, caller, input } = call
        const now = clock.now()
        const row = await withdrawLink(tx, caller, index, { id: input.id, now })
        const after = { sheet: row.kind, link: row.id, openings: row.openings }
        const entry = { resource: row.resource, recordId: row.recordId, action: 'unshare', after }
        if (row.withdrawnAt === null) await audit(tx, actorOf(call), [entry], now)
        return null
      },
    }),
  ]
}
