import { Ago, lazyPart, type RecordFrom, type SectionProps, StatusTag, useMay, useWords } from '@wattyard/console-kit'
import { user } from '../../contract/user.ts'
import { InvitationOfPerson } from '../invite/invitation-of-person.tsx'
import { useFactor } from './use-factor.ts'

const ReachOfPerson = lazyPart(async () => (await import('../rights/reach-line.tsx')).ReachOfPerson)

/** Draws whether a person can sign in, when they last did, whether a second factor protects it, and a waiting invitation. */
export function EmployeeHead({ record, labels }: SectionProps) {
  const { t } = useWords()
  const maySeeFactor = useMay('identity.user:resetFactor')
  const { status, signInState, lastSignInAt, office, duty } = record as unknown as RecordFrom<typeof user>
  const place = [office && labels['identity.office']?.[office], duty && labels['identity.duty']?.[duty]].filter(Boolean)
  return (
    <>
      <p className="w-row w-wrap">
        <StatusTag of="identity.user.status" value={status} />
        {signInState !== 'ready' && <StatusTag of="identity.user.signInState" value={signInState} />}
        {maySeeFactor && <FactorState id={record.id} />}
        {place.length > 0 && <span>{place.join(' · ')}</span>}
        <span className="w-quiet">
          {lastSignInAt === null ? (
            t('identity.employee.neverSignedIn')
          ) : (
            <>
              {t('identity.user.lastSignInAt')} <Ago at={lastSignInAt} />
            </>
          )}
        </span>
      </p>
      <ReachOfPerson record={record} labels={labels} />
      <InvitationOfPerson record={record} labels={labels} />
    </>
  )
}

function FactorState({ id }: { id: string }) {
  const { t } = useWords()
  const { data } = useFactor(id)
  if (!data) return null
  const isOn = data.since !== null
  return (
    <span className="w-tag" data-tone={isOn ? 'good' : 'idle'}>
      {t(isOn ? 'identity.employee.factorOn' : 'identity.employee.factorOff')}
    </span>
  )
}
