// draco3dgltf ships no types. This is what is used of it here.

declare module 'draco3dgltf' {
  const draco3d: {
    createDecoderModule(options: {
      readonly wasmBinary: ArrayBuffer;
      readonly print: (text: string) => void;
      readonly printErr: (text: string) => void;
    }): Promise<object>;
  };
  export default draco3d;
}
