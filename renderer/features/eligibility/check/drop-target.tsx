import { Portal, Text } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import classes from './drop-target.module.css';

interface DropTargetProps {
  /** Without it, drops are refused. */
  readonly onDrop: ((transfer: DataTransfer) => void) | undefined;
}

/** Accepts drops on the whole window, with an overlay while files are over it. */
export const DropTarget = ({ onDrop }: DropTargetProps) => {
  const over = useWindowDrop(onDrop);
  return (
    over && (
      <Portal>
        <div className={classes.overlay}>
          <div className={classes.frame}>
            <IconFileSearch size={48} aria-hidden />
            <Text fw={650} size="lg">
              {onDrop ? 'Drop to check' : 'Checks are disabled: the case is closed'}
            </Text>
            <Text>Source code (folder or archive), traffic logs or exported rules</Text>
          </div>
        </div>
      </Portal>
    )
  );
};

/** @returns whether files are over the window */
const useWindowDrop = (onDrop: DropTargetProps['onDrop']): boolean => {
  const [over, setOver] = useState(false);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    /** Each element that is entered or left fires an event. */
    let depth = 0;
    const move = (by: number) => (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth + by);
      setOver(depth > 0);
    };
    const allow = (event: DragEvent): void => {
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = latest.current ? 'copy' : 'none';
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      latest.current?.(event.dataTransfer);
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('dragenter', move(1), { signal });
    window.addEventListener('dragleave', move(-1), { signal });
    window.addEventListener('dragover', allow, { signal });
    window.addEventListener('drop', drop, { signal });
    return () => listening.abort();
  }, []);
  return over;
};

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;
