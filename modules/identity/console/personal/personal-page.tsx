import { PageHeader, useIsGuest, useWords } from '@wattyard/console-kit'
import { MessagingAppBinding } from './messaging-app.tsx'
import { OwnData } from './own-data.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { OwnPassword } from './own-password.tsx'
import { SecondFactor } from './second-factor.tsx'
import './personal.css'

/** Draws `/console/personalCenter`: the signed-in person's own data and settings. */
export function Page() {
  const { t } = useWords()
  const isGuest = useIsGuest()
  return (
    <div className="w-page">
      <PageHeader title={t('identity.personal.title')} />
      <div className="id-personal">
        <OwnData />
        {!isGuest && <OwnPassword />}
        <SecondFactor />
        {!isGuest && <MessagingAppBinding />}
        <OwnSessions />
      </div>
    </div>
  )
}
