import { checkPicture, applyForAccount } from '@wattyard/identity/contract'
import { api, ApiError, newIdempotencyKey, useWords } from '@wattyard/console-kit'
import { sealPasswords } from '@wattyard/identity/console'
import { Button } from 'antd'
import { type FormEvent, useRef, useState } from 'react'
import { BackLink } from './back-link.tsx'
import { Field } from './field.tsx'
import { PictureField } from './picture-field.tsx'
import { useStrengthHint } from './use-strength-hint.ts'

const FIELDS = ['tenant', 'loginName', 'displayName', 'phone', 'email', 'note'] as const
const NEEDED: ReadonlySet<string> = new Set(['loginName', 'displayName', 'phone', 'password', 'checkPass'])
const PASSWORDS = ['password', 'checkPass'] as const
const EMPTY = {
  tenant: '',
  loginName: '',
  displayName: '',
  phone: '',
  email: '',
  note: '',
  password: '',
  checkPass: '',
}
type Key = keyof typeof EMPTY

const AUTO_COMPLETE: Readonly<Partial<Record<Key, string>>> = {
  tenant: 'organization',
  loginName: 'username',
  displayName: 'name',
  phone: 'tel',
  email: 'email',
}
const LONGEST: Readonly<Record<(typeof FIELDS)[number], number>> = {
  tenant: 32,
  loginName: 32,
  displayName: 50,
  phone: 20,
  email: 254,
  note: 200,
}

/** Draws the application for an account, which an administrator decides on. The answer never depends on existing accounts. */
export function ApplyForm({ onBack }: { onBack: () => void }) {
  const { t } = useWords()
  const hint = useStrengthHint()
  const [values, setValues] = useState(EMPTY)
  const [picture, setPicture] = useState({ uuid: newIdempotencyKey(), code: '' })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [isSent, setSent] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const put = (field: Key) => (text: string) => setValues(now => ({ ...now, [field]: text }))

  /** Shows the errors at their fields and focuses the first. */
  const show = (wrong: Readonly<Record<string, string>>): void => {
    setErrors(wrong)
    // the form is mounted while it is sent
    const first = [...form.current!.querySelectorAll('input')].find(input => input.name in wrong)
    first?.focus()
  }
  const gaps = (): Record<string, string> => {
    const missing = Object.keys(EMPTY).filter(key => NEEDED.has(key) && values[key as Key].trim() === '') // keys of EMPTY
    if (picture.code.trim() === '') missing.push('picture')
    return Object.fromEntries(missing.map(key => [key, t('shell.login.apply.missing')]))
  }
  const send = async (): Promise<void> => {
    const { password, checkPass, ...rest } = values
    await api.call(checkPicture, { uuid: picture.uuid, validateCode: picture.code }, { quiet: true })
    const body = { ...rest, ...(await sealPasswords({ password, checkPass })) }
    await api.call(applyForAccount, body, { quiet: true })
    setSent(true)
  }
  const explain = (failure: unknown): void => {
    const known = failure instanceof ApiError && failure.message.length > 1 ? failure : null
    // The picture code was used up or wrong, so the next attempt gets a new one.
    setPicture({ uuid: newIdempotencyKey(), code: '' })
    if (known?.code === 'identity.pictureWrong') show({ picture: known.message })
    else if (known && Object.keys(known.fields).length > 0) show(known.fields)
    else setProblem(known?.message ?? t('kit.error.unreachable'))
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setProblem('')
    const missing = gaps()
    show(missing)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    await send().catch(explain)
    setBusy(false)
  }
  const back = <BackLink onBack={onBack} />
  if (isSent)
    return (
      <>
        <output className="s-login-sent">{t('shell.login.apply.sent')}</output>
        {back}
      </>
    )
  return (
    <form ref={form} noValidate onSubmit={event => void submit(event)}>
      <p className="s-login-why">{t('shell.login.apply.what')}</p>
      {FIELDS.map(field => (
        <Field
          key={field}
          name={field}
          label={t(`shell.login.apply.${field}`)}
          autoComplete={AUTO_COMPLETE[field] ?? 'off'}
          maxLength={LONGEST[field]}
          value={values[field]}
          onChange={put(field)}
          error={errors[field] ?? ''}
        />
      ))}
      {PASSWORDS.map(field => (
        <Field
          key={field}
          name={field}
          label={t(`shell.login.apply.${field}`)}
          autoComplete="new-password"
          maxLength={128}
          isPassword
          hint={field === 'password' ? hint : undefined}
          value={values[field]}
          onChange={put(field)}
          error={errors[field] ?? ''}
        />
      ))}
      <PictureField
        uuid={picture.uuid}
        why={t('shell.login.apply.picture')}
        value={picture.code}
        error={errors.picture ?? ''}
        onChange={code => setPicture(now => ({ ...now, code }))}
        onRenew={() => setPicture({ uuid: newIdempotencyKey(), code: '' })}
      />
      <div role="alert" className="s-login-error">
        {problem}
      </div>
      <Button type="primary" htmlType="submit" size="large" block loading={isBusy}>
        {t('shell.login.apply.submit')}
      </Button>
      {back}
    </form>
  )
}
