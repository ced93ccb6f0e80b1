import { api, Dialog, setMe, toast, useDirty, useSession, useWords } from '@wattyard/console-kit'
import { Button, Select } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { readMe } from '../../contract/calls/me.ts'
import { changeOwnData } from '../../contract/calls/own-account.ts'
import { GENDERS } from '../../contract/user.ts'
import { sealPasswords } from '../seal-passwords.ts'
import { TextRow } from './text-row.tsx'
import { useSend } from './use-send.ts'

const TEXTS = ['nickname', 'phone', 'email', 'introduction'] as const
const FORM = 'own-data'

/** Draws the form of the person's own data. The password is required only when phone or mail change. */
export function OwnDataDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const me = useSession(session => session.me)
  const genderId = useId()
  const [before] = useState(() => ({
    nickname: me?.user.nickname === me?.user.name ? '' : (me?.user.nickname ?? ''),
    phone: me?.user.phone ?? '',
    email: me?.user.email ?? '',
    introduction: me?.user.introduction ?? '',
    gender: me?.user.gender ?? '',
  }))
  const [values, setValues] = useState(before)
  const [oldPassword, setOldPassword] = useState('')
  const { isBusy, errors, problem, send } = useSend()
  const changed = Object.fromEntries(
    Object.entries(values)
      .map(([name, text]) => [name, text.trim()] as const)
      .filter(([name, text]) => text !== before[name as keyof typeof before]), // the same keys
  )
  const takesPassword = 'phone' in changed || 'email' in changed
  useDirty(Object.keys(changed).length > 0)

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send(async () => {
      const proof = takesPassword && oldPassword !== '' ? await sealPasswords({ oldPassword }) : {}
      await api.call(changeOwnData, { ...changed, ...proof }, { quiet: true })
      setMe(await api.call(readMe, {}, { fresh: true }))
      toast.good(t('identity.personal.saved'))
      onClose()
    })
  }
  return (
    <Dialog
      open
      width={480}
      title={t('identity.personal.editTitle')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button type="primary" htmlType="submit" form={FORM} loading={isBusy}>
            {t('kit.save')}
          </Button>
        </>
      }
    >
      <form id={FORM} className="w-form" noValidate onSubmit={submit}>
        {TEXTS.map(name => (
          <TextRow
            key={name}
            name={name}
            label={t(`identity.user.${name}`)}
            value={values[name]}
            error={errors[name]}
            onChange={text => setValues(now => ({ ...now, [name]: text }))}
          />
        ))}
        <div className="w-field">
          <label htmlFor={genderId}>{t('identity.user.gender')}</label>
          <Select
            id={genderId}
            allowClear
            value={values.gender || null}
            onChange={(gender: string | undefined) => setValues(now => ({ ...now, gender: gender ?? '' }))}
            options={GENDERS.map(value => ({ value, label: t(`identity.user.genderValue.${value}`) }))}
          />
        </div>
        {takesPassword && (
          <TextRow
            name="oldPassword"
            kind="password"
            autoComplete="current-password"
            label={t('identity.password.oldPassword')}
            hint={t('identity.personal.passwordWhy')}
            value={oldPassword}
            error={errors.oldPassword}
            onChange={setOldPassword}
          />
        )}
        {problem && (
          <p className="w-field-error" role="alert">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  )
}
