import type { FileInfo } from '@wattyard/calls'
import { FILE_LABELS, fileRule, holdsImages, isListKind, MEGABYTE } from '@wattyard/resource'
import { useContext, useEffect, useRef, useState } from 'react'
import type { ControlProps } from '../faces/controls.tsx'
import { useWords } from '../words/use-words.ts'
import { chosenFiles } from './chosen-files.ts'
import { CropDialog } from './crop-dialog.tsx'
import { FileDrop } from './file-drop.tsx'
import { FileItems } from './file-items.tsx'
import { giveUp, useFileInfos } from './file-calls.ts'
import { FilesOnTheWay } from './files-on-the-way.ts'
import { idsOf } from './file-cell.tsx'
import { endingsOf } from './file-text.ts'
import { type NamedContent, shrinkImage } from './shrink-image.ts'
import { useUploads } from './use-uploads.ts'
import './files.css'

/** Splits a full field name into resource and field: `assets.station.pictures`. */
function targetOf(name: string): { resource: string; field: string } {
  const at = name.lastIndexOf('.')
  return { resource: name.slice(0, at), field: name.slice(at + 1) }
}

/** Draws the files of a field: dropped or chosen, sent at once, in an order that people set. Saving the form attaches them. */
export function FileControl(props: ControlProps) {
  const { id, value, onChange, field, name, labels, disabled, invalid, describedBy } = props
  const { t } = useWords()
  const rule = fileRule(field)
  const isMany = isListKind(field)
  const isImage = holdsImages(field)
  const ids = idsOf(value)
  const [sentHere, setSentHere] = useState<ReadonlyMap<string, FileInfo>>(() => new Map())
  /** Pictures as they were chosen, so that they can be cropped again. */
  const [originals, setOriginals] = useState<ReadonlyMap<string, NamedContent>>(() => new Map())
  const [problems, setProblems] = useState<readonly string[]>([])
  const [said, say] = useState('')
  const [cropped, setCropped] = useState<FileInfo | null>(null)
  const stored = useFileInfos(ids.filter(one => !sentHere.has(one)))
  const latest = useRef(ids)
  useEffect(() => {
    latest.current = ids
  })

  const put = (next: readonly string[]): void => {
    latest.current = [...next]
    onChange(isMany ? [...next] : (next[0] ?? null))
  }
  const { uploads, add, retry, cancel } = useUploads(targetOf(name), (info, upload) => {
    setSentHere(now => new Map(now).set(info.id, info))
    const { original } = upload
    if (original) setOriginals(now => new Map(now).set(info.id, original))
    say(t('kit.files.added', { name: info.name }))
    const now = latest.current
    const at = upload.replaces === undefined ? -1 : now.indexOf(upload.replaces)
    if (at >= 0) put(now.with(at, info.id))
    else put(isMany ? [...now, info.id] : [info.id])
    if (at >= 0 && upload.replaces !== undefined && sentHere.has(upload.replaces)) giveUp(upload.replaces)
  })
  const [isPreparing, setPreparing] = useState(false)
  const form = useContext(FilesOnTheWay)
  const { field: column } = targetOf(name)
  const isSending = isPreparing || uploads.some(one => one.problem === null)
  const problem = uploads.find(one => one.problem !== null)?.problem ?? null
  useEffect(() => {
    form.tell(column, isSending ? 'sending' : problem === null ? null : { problem })
  }, [form, column, isSending, problem])
  const infoOf = (one: string): Pick<FileInfo, 'id' | 'name'> & Partial<FileInfo> =>
    sentHere.get(one) ??
    stored.data?.find(info => info.id === one) ?? { id: one, name: labels[FILE_LABELS]?.[one] ?? '' }
  const room = isMany ? rule.count - ids.length - uploads.filter(one => one.replaces === undefined).length : 1

  const choose = async (files: readonly File[]): Promise<void> => {
    const { accepted, refused } = chosenFiles(files, rule, room, isImage)
    setProblems(refused.map(({ key, ...params }) => t(`kit.files.${key}`, params)))
    // Another file takes the place of one that did not arrive.
    if (!isMany && accepted.length > 0) for (const one of uploads) cancel(one.key)
    setPreparing(true)
    try {
      for (const file of accepted) {
        const original = { name: file.name, content: file }
        if (isImage) add(await shrinkImage(original), { original })
        else add(original)
      }
    } finally {
      setPreparing(false)
    }
  }
  const remove = (one: string): void => {
    say(t('kit.files.removed', { name: infoOf(one).name }))
    if (sentHere.has(one)) giveUp(one)
    put(ids.filter(other => other !== one))
  }
  return (
    <div className="w-file-control" data-invalid={invalid ? '' : undefined} data-sending={isSending ? '' : undefined}>
      <FileItems
        files={ids.map(infoOf)}
        uploads={uploads}
        isOrdered={isMany}
        isImage={isImage}
        disabled={disabled}
        onRemove={remove}
        onMove={put}
        onSay={say}
        onCrop={
          isImage ? one => setCropped(one as FileInfo /* its button is there once all of it is known */) : undefined
        }
        onRetry={retry}
        onCancel={key => {
          form.giveUp()
          cancel(key)
        }}
      />
      <FileDrop
        id={id}
        isImage={isImage}
        isMany={isMany && room > 1}
        endings={endingsOf(rule.types)}
        disabled={disabled || room <= 0}
        describedBy={[describedBy, `${id}-rule`].filter(Boolean).join(' ')}
        onFiles={files => void choose(files)}
      />
      <p id={`${id}-rule`} className="w-field-hint">
        {room <= 0
          ? t('kit.files.full', { max: rule.count })
          : t('kit.files.hint', { endings: endingsOf(rule.types).join(' '), max: Math.floor(rule.bytes / MEGABYTE) })}
        {isMany && ` · ${t('kit.files.count', { held: ids.length, max: rule.count })}`}
      </p>
      {problems.length > 0 && (
        <ul className="w-field-error" role="alert">
          {problems.map(one => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
      <output className="w-sr">{said}</output>
      {cropped && (
        <CropDialog
          file={cropped}
          original={originals.get(cropped.id)}
          onClose={() => setCropped(null)}
          onCropped={file => {
            const original = originals.get(cropped.id)
            add(file, { replaces: cropped.id, ...(original ? { original } : {}) })
            setCropped(null)
          }}
        />
      )}
    </div>
  )
}
