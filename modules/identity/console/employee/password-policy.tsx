import { commandCall } from '@wattyard/resource'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  api,
  Dialog,
  ErrorState,
  Fact,
  Facts,
  NumberInput,
  setMe,
  Skeleton,
  toast,
  useSession,
  useWords,
} from '@wattyard/console-kit'
import { Button, Select } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { type PasswordPolicyView, readPasswordPolicy } from '../../contract/calls/password-policy.ts'
import { LONGEST_MINIMUM, MOST_KINDS, passwordStrength } from '../../contract/password-strength.ts'
import { tenant } from '../../contract/tenant.ts'
import { useSend } from '../personal/use-send.ts'

const QUERY = [tenant.name, 'passwordPolicy']
const SET_POLICY = commandCall({ resource: tenant, command: 'setPasswordPolicy' })

/** Draws the tenant's rule for passwords. The tenant sets length and kinds of characters; the platform sets the rest. */
export function PasswordPolicy({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const view = useQuery({
    queryKey: QUERY,
    queryFn: ({ signal }) => api.call(readPasswordPolicy, {}, { signal, quiet: true, fresh: true }),
    // The form must start from the stored values of this moment.
    gcTime: 0,
  })
  if (view.data) return <PolicyForm view={view.data} onClose={onClose} />
  return (
    <Dialog open width={480} title={t('identity.passwordPolicy.open')} onClose={onClose}>
      {view.error ? <ErrorState error={view.error} onRetry={() => void view.refetch()} /> : <Skeleton lines={4} />}
    </Dialog>
  )
}

function PolicyForm({ view, onClose }: { view: PasswordPolicyView; onClose: () => void }) {
  const { t } = useWords()
  const id = useId()
  const queries = useQueryClient()
  const { minLength, kinds: leastKinds } = view.installation
  const [length, setLength] = useState(view.passwordLength)
  const [kinds, setKinds] = useState(view.passwordKinds)
  const { isBusy, errors, problem, send } = useSend()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send(async () => {
      const input = { passwordLength: length, passwordKinds: kinds }
      await api.call(SET_POLICY, { id: view.id, ...input }, { quiet: true })
      rememberRule({ ...view, passwordLength: length, passwordKinds: kinds })
      await queries.invalidateQueries({ queryKey: [tenant.name] })
      toast.good(t('identity.passwordPolicy.saved'))
      onClose()
    })
  }
  const kindWord = (count: number): string =>
    count === 1
      ? t('identity.passwordPolicy.noKinds')
      : t(`identity.passwordPolicy.${count === MOST_KINDS ? 'allKinds' : 'atLeastKinds'}`, { count })
  const choices = [1, 2, 3, MOST_KINDS].filter(count => count >= leastKinds)
  return (
    <Dialog
      open
      width={480}
      title={t('identity.passwordPolicy.open')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button type="primary" htmlType="submit" form="password-policy" loading={isBusy}>
            {t('kit.save')}
          </Button>
        </>
      }
    >
      <form id="password-policy" className="w-form" noValidate onSubmit={submit}>
        <p className="w-quiet">{t('identity.passwordPolicy.what')}</p>
        <div className="w-field">
          <label htmlFor={`${id}-length`}>{t('identity.passwordPolicy.length')}</label>
          <NumberInput
            id={`${id}-length`}
            min={minLength}
            max={LONGEST_MINIMUM}
            precision={0}
            value={length}
            placeholder={String(minLength)}
            onChange={setLength}
            aria-describedby={`${id}-length-hint`}
          />
          <p id={`${id}-length-hint`} className="w-field-hint">
            {t('identity.passwordPolicy.lengthHint', { min: minLength, max: LONGEST_MINIMUM })}
          </p>
          <Wrong text={errors.passwordLength} />
        </div>
        <div className="w-field">
          <label htmlFor={`${id}-kinds`}>{t('identity.passwordPolicy.kinds')}</label>
          <Select
            id={`${id}-kinds`}
            value={kinds ?? 0}
            onChange={value => setKinds(value === 0 ? null : value)}
            options={[
              { value: 0, label: `${t('identity.passwordPolicy.asInstallation')} (${kindWord(leastKinds)})` },
              ...choices.map(value => ({ value, label: kindWord(value) })),
            ]}
            aria-describedby={`${id}-kinds-hint`}
          />
          <p id={`${id}-kinds-hint`} className="w-field-hint">
            {t('identity.passwordPolicy.kindsHint')}
          </p>
          <Wrong text={errors.passwordKinds} />
        </div>
        <Facts>
          <Fact label={t('identity.passwordPolicy.byPlatform')} wide>
            {[
              view.maxAgeDays === 0
                ? t('identity.tenants.passwordNoAge')
                : t('identity.tenants.passwordAge', { days: view.maxAgeDays }),
              ...(view.remembered > 0 ? [t('identity.tenants.passwordRemembered', { count: view.remembered })] : []),
            ].join(' · ')}
          </Fact>
        </Facts>
        <Wrong text={problem} />
      </form>
    </Dialog>
  )
}

function Wrong({ text }: { text: string | null | undefined }) {
  return text ? (
    <p className="w-field-error" role="alert">
      {text}
    </p>
  ) : null
}

/** Updates the rule in this tab at once; other tabs get it when they load the person again. */
function rememberRule({ passwordLength, passwordKinds, installation, remembered }: PasswordPolicyView): void {
  const { me } = useSession.getState()
  if (!me) return
  const own = { password_length: passwordLength, password_kinds: passwordKinds }
  setMe({ ...me, passwordRule: { ...passwordStrength(own, installation), remembered } })
}
