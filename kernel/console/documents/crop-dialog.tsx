import type { FileInfo } from '@wattyard/calls'
import { Button, Radio } from 'antd'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { useWords } from '../words/use-words.ts'
import { type Bounds, type Crop, largestCrop, moveCrop, RATIOS, type RatioName, resizeCrop } from './crop.ts'
import { fileContent } from './file-calls.ts'
import { type NamedContent, shrinkImage } from './shrink-image.ts'

interface CropDialogProps {
  readonly file: FileInfo
  /** The picture as it was chosen, when it was chosen just now; otherwise the stored one is fetched. */
  readonly original: NamedContent | undefined
  readonly onCropped: (file: NamedContent) => void
  readonly onClose: () => void
}

interface Picture extends Bounds {
  readonly content: Blob
  readonly address: string
}

/** Loads a picture for display, with its size in pixels after its EXIF rotation. */
function usePicture({ id }: FileInfo, original: NamedContent | undefined) {
  const [picture, setPicture] = useState<Picture | null>(null)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    let address: string | null = null
    let isHere = true
    const load = async (): Promise<void> => {
      const content = original?.content ?? (await fileContent(id))
      const bitmap = await createImageBitmap(content, { imageOrientation: 'from-image' })
      const { width, height } = bitmap
      bitmap.close()
      if (!isHere) return
      address = URL.createObjectURL(content)
      setPicture({ content, address, width, height })
    }
    load().catch((failure: unknown) => isHere && setError(failure))
    return () => {
      isHere = false
      if (address !== null) URL.revokeObjectURL(address)
    }
  }, [id, original])
  return { picture, error }
}

/** Draws a dialog in which a person chooses the part of a picture to keep, by pointer or by keyboard. */
export function CropDialog({ file, original, onCropped, onClose }: CropDialogProps) {
  const { t } = useWords()
  const { picture, error } = usePicture(file, original)
  const [ratio, setRatio] = useState<RatioName>('free')
  const [chosen, setChosen] = useState<Crop | null>(null)
  const [isDrawing, setDrawing] = useState(false)
  const crop = picture && (chosen ?? largestCrop(picture, RATIOS[ratio]))
  const apply = async (): Promise<void> => {
    if (!picture || !crop) return
    setDrawing(true)
    onCropped(await shrinkImage({ name: file.name, content: picture.content }, crop))
  }
  return (
    <Dialog
      open
      width={760}
      title={t('kit.files.cropTitle')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button type="primary" disabled={!crop} loading={isDrawing} onClick={() => void apply()}>
            {t('kit.files.cropApply')}
          </Button>
        </>
      }
    >
      {error !== null ? (
        <ErrorState error={error} />
      ) : picture && crop ? (
        <div className="w-crop">
          <div className="w-row w-wrap">
            <Radio.Group
              aria-label={t('kit.files.cropRatio')}
              optionType="button"
              value={ratio}
              options={Object.keys(RATIOS).map(one => ({ value: one, label: t(`kit.files.ratio.${one}`) }))}
              onChange={event => {
                setRatio(event.target.value as RatioName) // one of the options above
                setChosen(null)
              }}
            />
            <output className="w-num w-quiet">
              {t('kit.files.cropSize', { width: crop.width, height: crop.height })}
            </output>
          </div>
          <CropArea picture={picture} crop={crop} ratio={RATIOS[ratio]} name={file.name} onCrop={setChosen} />
        </div>
      ) : (
        <Skeleton lines={8} />
      )}
    </Dialog>
  )
}

interface CropAreaProps {
  readonly picture: Picture
  readonly crop: Crop
  readonly ratio: number | null
  readonly name: string
  readonly onCrop: (crop: Crop) => void
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

function CropArea({ picture, crop, ratio, name, onCrop }: CropAreaProps) {
  const { t } = useWords()
  const frame = useRef<HTMLDivElement>(null)
  const last = useRef<{ x: number; y: number } | null>(null)
  const { width, height } = picture
  const change = (isSize: boolean, dx: number, dy: number): void =>
    onCrop(isSize ? resizeCrop(crop, dx, dy, picture, ratio) : moveCrop(crop, dx, dy, picture))
  /** Moves or resizes by a hundredth of the picture's longer side per key, or by a tenth with Shift. */
  const byKey = (event: KeyboardEvent, isSize: boolean): void => {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    const size = Math.max(1, Math.max(width, height) / (event.shiftKey ? 10 : 100))
    change(isSize, step[0] * size, step[1] * size)
  }
  const byPointer = (isSize: boolean) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      last.current = { x: event.clientX, y: event.clientY }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const from = last.current
      const shown = frame.current?.getBoundingClientRect()
      if (!from || !shown) return
      const scale = width / shown.width
      last.current = { x: event.clientX, y: event.clientY }
      change(isSize, (event.clientX - from.x) * scale, (event.clientY - from.y) * scale)
    },
    onPointerUp() {
      last.current = null
    },
    onPointerCancel() {
      last.current = null
    },
  })
  const share = (part: number, of: number): string => `${(part / of) * 100}%`
  const place = {
    left: share(crop.x, width),
    top: share(crop.y, height),
    width: share(crop.width, width),
    height: share(crop.height, height),
  }
  const corner = { left: share(crop.x + crop.width, width), top: share(crop.y + crop.height, height) }
  return (
    <div ref={frame} className="w-crop-frame" style={{ aspectRatio: `${width} / ${height}` }}>
      <img src={picture.address} alt={name} draggable={false} />
      <button
        type="button"
        className="w-crop-part"
        style={place}
        aria-label={t('kit.files.cropMove')}
        onKeyDown={event => byKey(event, false)}
        {...byPointer(false)}
      />
      <button
        type="button"
        className="w-crop-corner"
        style={corner}
        aria-label={t('kit.files.cropResize')}
        onKeyDown={event => byKey(event, true)}
        {...byPointer(true)}
      />
    </div>
  )
}
