import { accountEndings, companiesByIds } from '@wattyard/companies/server'
import { channelNames } from '@wattyard/payments/server'
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
