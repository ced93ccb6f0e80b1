import { Fact, Facts, NO_VALUE, useSession, useWords } from '@wattyard/console-kit'

/** Who one is here; what of it is wrong, an administrator changes. */
export function OwnData() {
  const { t } = useWords()
  const me = useSession(session => session.me)
  if (!me) return null
  const { user, company } = me
  const facts = {
    loginName: user.loginName,
    displayName: user.name,
    office: user.officeName,
    phone: user.phone,
    email: user.email,
  }
  return (
    <section className="w-card w-card-pad">
      <h2>{t('identity.personal.ownData')}</h2>
      <Facts>
        {Object.entries(facts).map(([field, value]) => (
          <Fact key={field} label={t(`identity.user.${field}`)}>
            {value || NO_VALUE}
          </Fact>
        ))}
        <Fact label={t('identity.tenant.noun')}>{company?.name ?? NO_VALUE}</Fact>
      </Facts>
      <p className="w-quiet">{t('identity.personal.ownDataHint')}</p>
    </section>
  )
}
