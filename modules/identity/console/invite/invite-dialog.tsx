import { type CommandSlotProps, Dialog, useCommand, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { INVITATION_HOURS } from '../../contract/invitation.ts'
import type { SaidInvitation } from '../../contract/calls/invite.ts'
import { listWords } from '../list-words.ts'
import { SaidLinks } from './said-links.tsx'
import { inviteUsers } from '../../contract/index.ts'

/** Largest number of people that are named; the others are counted. */
const NAMED = 8

/** Asks, creates the links, and shows them the only time that they can be seen. */
export function InviteDialog({ records, onDone }: CommandSlotProps) {
  const { t, language } = useWords()
  const run = useCommand(inviteUsers)
  const [said, setSaid] = useState<readonly SaidInvitation[] | null>(null)
  const names = records.map(record => String(record.displayName))
  const [first = ''] = names
  const withoutRole = records
    .filter(record => Array.isArray(record.roleIds) && record.roleIds.length === 0)
    .map(record => String(record.displayName))
  const title =
    names.length === 1
      ? t('identity.invite.title', { name: first })
      : t('identity.invite.titleMany', { number: names.length })
  const send = async (): Promise<void> => {
    try {
      setSaid((await run.mutateAsync({ ids: records.map(record => record.id), input: {} })).list)
    } catch {
      // The API client has shown the reason.
    }
  }
  if (said !== null) return <SaidLinks said={said} onClose={() => onDone({ data: said })} />
  return (
    <Dialog
      open
      width={480}
      title={title}
      onClose={() => onDone()}
      foot={
        <>
          <Button onClick={() => onDone()}>{t('kit.cancel')}</Button>
          <Button type="primary" loading={run.isPending} onClick={() => void send()}>
            {t(withoutRole.length > 0 ? 'identity.invite.sendWithoutRole' : 'identity.invite.send')}
          </Button>
        </>
      }
    >
      {names.length > 1 && (
        <p>
          {names.slice(0, NAMED).join(language === 'zh' ? '、' : ', ')}
          {names.length > NAMED && ' …'}
        </p>
      )}
      {withoutRole.length > 0 && (
        <div className="w-banner" data-tone="wait" role="alert">
          {t('identity.invite.withoutRole', { names: listWords(withoutRole.slice(0, NAMED), language) })}
        </div>
      )}
      <p>{t('identity.invite.what', { hours: INVITATION_HOURS })}</p>
      <p className="w-quiet">{t('identity.invite.byMail')}</p>
    </Dialog>
  )
}
