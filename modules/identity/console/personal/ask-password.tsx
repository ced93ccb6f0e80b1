import { Dialog, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { sealPasswords } from '../seal-passwords.ts'
import { TextRow } from './text-row.tsx'
import { useSend } from './use-send.ts'

/** An encrypted password, with the id of its key. */
export type SealedPassword = Awaited<ReturnType<typeof sealPasswords<'password'>>>

export interface AskPasswordProps {
  title: string
  /** Consequence of the action, and the reason why the password is required. */
  why: string
  /** Text of the button. */
  action: string
  danger?: true
  /** Fields of the action, above the password. */
  children?: ReactNode
  /** Runs the action; a refusal of `password` is shown beside the field. */
  work: (sealed: SealedPassword) => Promise<void>
  onClose: () => void
}

/** Draws a dialog that asks for the caller's own password again, before a grave action. */
export function AskPassword({ title, why, action, danger, children, work, onClose }: AskPasswordProps) {
  const { t } = useWords()
  const form = useId()
  const [password, setPassword] = useState('')
  const { isBusy, errors, problem, send } = useSend()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send(async () => work(await sealPasswords({ password })))
  }
  return (
    <Dialog
      open
      width={480}
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button
            type="primary"
            danger={danger ?? false}
            htmlType="submit"
            form={form}
            loading={isBusy}
            disabled={password === ''}
          >
            {action}
          </Button>
        </>
      }
    >
      <form id={form} className="w-form" noValidate onSubmit={submit}>
        <p>{why}</p>
        {children}
        <TextRow
          name="password"
          kind="password"
          autoComplete="current-password"
          label={t('identity.factor.ownPassword')}
          value={password}
          onChange={setPassword}
          error={errors.password}
        />
        {problem && (
          <p className="w-field-error" role="alert">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  )
}
