import { toast, useMay, usePage, useRecord, useRequestedDialog, useTabQuery } from '@wattyard/console-kit'
import { file } from '../../contract/records/file.ts'
import { mapping } from '../../contract/records/mapping.ts'
import { useProposal } from './mapping-calls.ts'

/** What an address asks for with `do=`: the description of the file that it names. */
export const DESCRIBE = 'describe'

/** Opens the form of a description when the address asks for it, with what is proposed for its file. */
export function OpenDescribe() {
  const { open } = usePage()
  const [params] = useTabQuery()
  const mayDescribe = useMay(`${mapping.name}:create`)
  const sample = params.get('do') === DESCRIBE ? params.get('sample') : null
  const proposal = useProposal(mayDescribe ? sample : null)
  const record = useRecord(file, mayDescribe ? sample : null)
  const isReady =
    mayDescribe && (sample === null || ((proposal.data ?? proposal.error) && (record.data ?? record.error)))
  useRequestedDialog(Boolean(isReady), what => {
    if (what !== DESCRIBE) return
    if (proposal.error) return toast.bad(proposal.error.message)
    const { channel } = record.data ?? {}
    const name = (record.data?.name ?? '').replace(/\.[a-z0-9]{1,5}$/i, '').slice(0, 60)
    const values = {
      ...(proposal.data ? { family: proposal.data.family, rules: proposal.data.guess?.rules ?? null } : {}),
      ...(channel === undefined ? {} : { channel, name }),
    }
    open({ kind: 'create', known: { values, labels: record.data?.labels ?? {} } })
  })
  return null
}
