import { can, type RecordFrom, type SectionProps, usePage, useWords, When } from '@wattyard/console-kit'
import { Button } from 'antd'
import { user } from '../../contract/user.ts'
import './invite.css'

/** Draws the invitation of a person without a password, with the possible actions. */
export function InvitationOfPerson({ record }: SectionProps) {
  const { t } = useWords()
  const { open } = usePage()
  const { signInState, invitedUntil } = record as unknown as RecordFrom<typeof user>
  if (signInState === 'ready') return null
  const ask = (command: string) => () => open({ kind: 'command', command, records: [record] })
  return (
    <div className="w-banner id-invitation" data-tone={signInState === 'invited' ? 'wait' : 'idle'}>
      <span className="w-grow">
        {signInState === 'invited' ? (
          <>
            {t('identity.invite.stateWaiting')} {invitedUntil !== null && <When at={invitedUntil} />}
          </>
        ) : (
          t('identity.invite.stateNone')
        )}
      </span>
      {can(record, 'withdrawInvitation') && (
        <Button size="small" onClick={ask('withdrawInvitation')}>
          {t('identity.user.withdrawInvitation')}
        </Button>
      )}
      {can(record, 'invite') && (
        <Button size="small" type="primary" onClick={ask('invite')}>
          {t(signInState === 'invited' ? 'identity.invite.again' : 'identity.user.invite')}
        </Button>
      )}
    </div>
  )
}
