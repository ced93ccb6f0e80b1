import { Dialog, useSave, useWords } from '@wattyard/console-kit'
import { Button, Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { deviceType } from '../../contract/device-type.ts'
import { typeName } from './type-name.ts'
import type { TypeRecord } from './typetree-page.tsx'

/** Draws the form of a new type below the chosen one, or at the top: its code and name. Its own page has the other fields. */
export function AddType({ parent, onDone }: { parent: TypeRecord | null; onDone: (id?: string) => void }) {
  const { t, language } = useWords()
  const [code, setCode] = useState('')
  const [name, setName] = useState('')
  const save = useSave(deviceType)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    try {
      const made = await save.mutateAsync({
        code: code.trim(),
        name: name.trim(),
        icon: parent?.icon ?? 'other',
        attributes: [],
        ...(parent ? { parent: parent.id } : {}),
      })
      onDone(made.id)
    } catch {
      // The API client has shown the reason, and the fields show the places.
    }
  }
  const fields = save.error?.fields ?? {}
  const place = parent ? typeName(parent, language) : t('assets.typeTree.top')
  return (
    <Dialog open width={420} title={`${t('assets.deviceType.noun')} · ${place}`} onClose={() => onDone()}>
      <form className="as-type-detail" onSubmit={event => void send(event)}>
        <label htmlFor="as-type-code">{t('assets.deviceType.code')}</label>
        <Input
          id="as-type-code"
          value={code}
          maxLength={40}
          status={fields.code ? 'error' : ''}
          onChange={event => setCode(event.target.value)}
        />
        {fields.code && <p role="alert">{fields.code}</p>}
        <label htmlFor="as-type-name">{t('assets.deviceType.name')}</label>
        <Input
          id="as-type-name"
          value={name}
          maxLength={50}
          status={fields.name ? 'error' : ''}
          onChange={event => setName(event.target.value)}
        />
        {(fields.name ?? fields.parent) && <p role="alert">{fields.name ?? fields.parent}</p>}
        <Button
          type="primary"
          htmlType="submit"
          loading={save.isPending}
          disabled={code.trim() === '' || name.trim() === ''}
        >
          {t(parent ? 'assets.typeTree.add' : 'assets.typeTree.addRoot')}
        </Button>
      </form>
    </Dialog>
  )
}
