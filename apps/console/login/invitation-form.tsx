import { useQuery } from '@tanstack/react-query'
import { api, ApiError, ErrorState, Skeleton, useWords, When } from '@wattyard/console-kit'
import { sealPasswords } from '@wattyard/identity/console'
import { type SeenInvitation, seeInvitation, acceptInvitation, type SignedIn } from '@wattyard/identity/contract'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { BackLink } from './back-link.tsx'
import { Field } from './field.tsx'
import { strengthText } from './use-strength-hint.ts'
import { useSending } from './use-sending.ts'
import { signIn } from './sign-in.ts'

interface InvitationFormProps {
  /** Secret in the link. */
  invitation: string
  onSignedIn: (answer: SignedIn) => void
  onBack: () => void
}

const FIELDS = ['newPassword', 'checkPass'] as const
const EMPTY = { newPassword: '', checkPass: '' }

/** Draws the choice of the first password by the link of an invitation, and then signs the person in. */
export function InvitationForm({ invitation, onSignedIn, onBack }: InvitationFormProps) {
  const { language } = useWords()
  const seen = useQuery({
    queryKey: ['invitation', language],
    queryFn: async () => api.call(seeInvitation, { invitation }, { quiet: true }),
    // An invitation is valid or not; a retry changes nothing.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const back = <BackLink onBack={onBack} />
  if (seen.data) return <Choose seen={seen.data} invitation={invitation} onSignedIn={onSignedIn} back={back} />
  if (!seen.error) return <Skeleton lines={5} />
  const { error } = seen
  return (
    <>
      {error instanceof ApiError && error.code === 'identity.invitationGone' ? (
        <p className="s-login-why" role="alert">
          {error.message}
        </p>
      ) : (
        <ErrorState error={error} onRetry={() => void seen.refetch()} />
      )}
      {back}
    </>
  )
}

interface ChooseProps extends Pick<InvitationFormProps, 'invitation' | 'onSignedIn'> {
  seen: SeenInvitation
  back: ReactNode
}

function Choose({ seen, invitation, onSignedIn, back }: ChooseProps) {
  const { t } = useWords()
  const [values, setValues] = useState(EMPTY)
  const { displayName: name, username, company, expiresAt, passwordStrength } = seen
  const act = async (): Promise<void> => {
    const { newPassword } = values
    await api.call(acceptInvitation, { invitation, ...(await sealPasswords(values)) }, { quiet: true })
    onSignedIn(await signIn(username, newPassword, false))
  }
  const gaps = (): Record<string, string> =>
    Object.fromEntries(
      FIELDS.filter(field => values[field] === '').map(field => [field, t('shell.login.passwordMissing')]),
    )
  const { isBusy, errors, problem, submit } = useSending(gaps, act)
  return (
    <form noValidate onSubmit={event => void submit(event)}>
      <p className="s-login-why">{t('shell.login.invitation.what', { name, company, username })}</p>
      {/* Password managers store the pair. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {FIELDS.map(field => (
        <Field
          key={field}
          name={field}
          label={t(`shell.login.${field}`)}
          autoComplete="new-password"
          maxLength={200}
          isPassword
          value={values[field]}
          onChange={text => setValues(now => ({ ...now, [field]: text }))}
          error={errors[field] ?? ''}
          hint={field === 'newPassword' ? strengthText(t, passwordStrength) : undefined}
        />
      ))}
      <div role="alert" className="s-login-error">
        {problem}
      </div>
      <Button type="primary" htmlType="submit" size="large" block loading={isBusy}>
        {t('shell.login.invitation.submit')}
      </Button>
      <p className="s-login-why">
        {t('shell.login.invitation.until')} <When at={expiresAt} />
      </p>
      {back}
    </form>
  )
}
