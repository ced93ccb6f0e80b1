import { EditOutlined } from '@ant-design/icons'
import { Fact, Facts, lazyPart, NO_VALUE, useSession, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'

const OwnDataDialog = lazyPart(async () => (await import('./own-data-dialog.tsx')).OwnDataDialog)

/** Draws the signed-in person's data. The person can change their own entries, but not those of the company. */
export function OwnData() {
  const { t } = useWords()
  const me = useSession(session => session.me)
  const [isEditing, setIsEditing] = useState(false)
  if (!me) return null
  const { user, company } = me
  const facts = {
    loginName: user.loginName,
    displayName: user.name,
    office: user.officeName,
    nickname: user.nickname === user.name ? '' : user.nickname,
    gender: user.gender ? t(`identity.user.genderValue.${user.gender}`) : '',
    phone: user.phone,
    email: user.email,
    introduction: user.introduction,
  }
  return (
    <section className="w-card w-card-pad">
      <div className="w-row">
        <h2 className="w-grow">{t('identity.personal.ownData')}</h2>
        {user.userType !== 'guest' && (
          <Button icon={<EditOutlined />} onClick={() => setIsEditing(true)}>
            {t('identity.personal.edit')}
          </Button>
        )}
      </div>
      <Facts>
        {Object.entries(facts).map(([field, value]) => (
          <Fact key={field} label={t(`identity.user.${field}`)}>
            {value || NO_VALUE}
          </Fact>
        ))}
        <Fact label={t('identity.tenant.noun')}>{company?.name ?? NO_VALUE}</Fact>
      </Facts>
      <p className="w-quiet">{t('identity.personal.ownDataHint')}</p>
      {isEditing && <OwnDataDialog onClose={() => setIsEditing(false)} />}
    </section>
  )
}
