import { PageHeader, useWords } from '@wattyard/console-kit'
import { OwnData } from './own-data.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { SecondFactor } from './second-factor.tsx'
import './personal.css'

/** `/console/personalCenter`: what concerns nobody but the person who is signed in. */
export function Page() {
  const { t } = useWords()
  return (
    <div className="w-page">
      <PageHeader title={t('identity.personal.title')} />
      <div className="id-personal">
        <OwnData />
        <SecondFactor />
        <OwnSessions />
      </div>
    </div>
  )
}
