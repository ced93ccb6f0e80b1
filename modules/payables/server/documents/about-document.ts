import { accountEndings, companiesByIds } from '@wattyard/companies/server'
import { channelNames } from '@wattyard/payments/server'
import { type Fen, formatFen } from '@wattyard/money'
import { field, masked, optional } from '@wattyard/resource'
import { type AboutRecord, type Caller, col, type Tx, uuidList } from '@wattyard/server-kit'

/** Returns what people call a document: its number says nothing of whose money it is. */
export async function subjectOf(
  { tx, caller }: { readonly tx: Tx; readonly caller: Pick<Caller, 'tenantId'> },
  { number, company_id }: { readonly number: string; readonly company_id: string },
): Promise<string> {
  const company = (await companiesByIds(tx, caller.tenantId, [company_id])).get(company_id)
  return company ? `${company.name} · ${number}` : number
}

const ABOUT = {
  id: col.uuid,
  company_id: col.uuid,
  channel_id: col.uuid.orNull,
  account_id: col.uuid.orNull,
  receipt: col.text.orNull,
  their_number: col.text.orNull,
  subject: col.text.orNull,
  issued: col.day,
}

/** What the second person sees of a document: whose it is, and where its money comes from or goes to. */
export const aboutDocument: AboutRecord = {
  fields: {
    company: field.text({ max: 100 }),
    account: optional(field.text({ max: 200 })),
    channel: optional(field.text({ max: 100 })),
    receipt: optional(field.text({ max: 60 })),
    theirNumber: optional(field.text({ max: 60 })),
    subject: optional(field.text({ max: 200 })),
    issued: field.businessDay(),
  },
  async read(tx, asked) {
    const { tenantId } = tx
    if (tenantId === null) return []
    const rows = await tx.query(
      ABOUT,
      `select id, company_id, channel_id, account_id, receipt, their_number, subject, issued from payables_document
       where tenant_id = $1 and id = any($2::uuid[])`,
      [tenantId, uuidList(asked.map(({ id }) => id))],
    )
    const [companies, channels, accounts] = [
      await companiesByIds(
        tx,
        tenantId,
        rows.map(row => row.company_id),
      ),
      await channelNames(
        tx,
        tenantId,
        rows.flatMap(row => row.channel_id ?? []),
      ),
      await accountEndings(
        tx,
        tenantId,
        rows.flatMap(row => row.account_id ?? []),
      ),
    ]
    const found = new Map(
      rows.map(row => [
        row.id,
        {
          company: companies.get(row.company_id)?.name ?? '',
          account: accounts.get(row.account_id ?? '') ?? null,
          channel: channels.get(row.channel_id ?? '') ?? null,
          receipt: row.receipt,
          theirNumber: row.their_number,
          // Who decides is not always somebody who sees what people wrote.
          subject: row.subject === null ? null : masked('words', row.subject),
          issued: row.issued,
        },
      ]),
    )
    return asked.map(({ id }) => found.get(id))
  },
}

const SIDE = {
  id: col.uuid,
  their_number: col.text.orNull,
  subject: col.text.orNull,
  issued: col.day,
  amount_fen: col.fen,
  open_fen: col.fen,
  disputed_reason: col.text.orNull,
  entered_by_id: col.uuid,
  source_type: col.text.orNull,
}

const plainWords = (text: string | null) => (text === null ? null : masked('words', text))

/** Returns one document of a netting as the second person sees it. */
const sideOf = (row: {
  readonly their_number: string | null
  readonly subject: string | null
  readonly issued: string
  readonly amount_fen: Fen
  readonly open_fen: Fen
  readonly disputed_reason: string | null
  readonly entered_by_id: string
  readonly source_type: string | null
}) => ({
  theirNumber: row.their_number,
  subject: plainWords(row.subject),
  issued: row.issued,
  total: formatFen(row.amount_fen),
  open: formatFen(row.open_fen),
  disputed: plainWords(row.disputed_reason),
  // What another module made, nobody entered.
  enteredBy: row.source_type === null ? row.entered_by_id : null,
})

const SIDE_FIELDS = {
  theirNumber: optional(field.text({ max: 60 })),
  subject: optional(field.text({ max: 200 })),
  issued: optional(field.businessDay()),
  total: optional(field.money()),
  open: optional(field.money()),
  disputed: optional(field.text({ max: 200 })),
  enteredBy: optional(field.ref('identity.user')),
}

const AGAINST = 'against'
const againstKey = (key: string): string => `${AGAINST}${key.charAt(0).toUpperCase()}${key.slice(1)}`
const against = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [againstKey(key), value]))

/**
 * What the second person sees of a netting: both documents, whichever side it was asked from. Somebody who entered both would otherwise
 * show the one that is beyond doubt.
 */
export const aboutNetting: AboutRecord = {
  fields: {
    company: field.text({ max: 100 }),
    ...SIDE_FIELDS,
    // The input itself: its number heads what is said of it.
    [AGAINST]: field.ref('payables.document'),
    ...Object.fromEntries(Object.entries(SIDE_FIELDS).map(([key, of]) => [againstKey(key), of])),
  },
  async read(tx, asked) {
    const documents = await aboutDocument.read(tx, asked)
    const ids = asked.flatMap(({ id, input }) => [id, ...(typeof input[AGAINST] === 'string' ? [input[AGAINST]] : [])])
    const rows = await tx.query(
      SIDE,
      `select id, their_number, subject, issued, amount_fen, open_fen, disputed_reason, entered_by_id, source_type from payables_document
       where tenant_id = $1 and id = any($2::uuid[])`,
      [tx.tenantId, uuidList([...new Set(ids)])],
    )
    const found = new Map(rows.map(row => [row.id, sideOf(row)]))
    return asked.map(({ id, input }, at) => {
      const [own, other] = [found.get(id), found.get(String(input[AGAINST]))]
      return own && { company: documents[at]?.company, ...own, ...(other && against(other)) }
    })
  },
}
